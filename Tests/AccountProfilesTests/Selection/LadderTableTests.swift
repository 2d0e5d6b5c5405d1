import AuthCore
import Testing

@testable import AccountProfiles

/// Who acts, situation by situation. Unless a case says otherwise all eight profiles are there and `work` is current.
@Suite struct LadderTableTests {
    private static let people = ["work", "fabrikam", "gov", "home"]
    private static let gov = "https://graph.microsoft.us"
    private static let personalID = "9188040d-6c67-4c5b-b112-36a304b66dad"

    static let flag: [Case] = [
        Case("a flag beats the current profile", flag: "fabrikam", is: .chosen("fabrikam", .flag)),
        Case("a flag in another case", flag: "FABRIKAM", is: .chosen("fabrikam", .flag)),
        Case("a flag beats the variable", flag: "fabrikam", environment: "gov", is: .chosen("fabrikam", .flag)),
        Case("a flag beats a binding", flag: "fabrikam", bound: .profile("gov"), is: .chosen("fabrikam", .flag)),
        Case("a flag beats every sign", .user("x@fabrikam.example"), flag: "gov", is: .chosen("gov", .flag)),
        Case("a flag that names nobody", flag: "wrok", is: .unknown("wrok", .flag)),
        Case("an empty flag names nobody", flag: "", is: .unknown("", .flag)),
        Case(
            "a flag that names nobody does not fall to the variable", flag: "x", environment: "work",
            is: .unknown("x", .flag)),
        Case(
            "a flag that names nobody does not fall to a binding", flag: "x", bound: .profile("work"),
            is: .unknown("x", .flag)),
        Case("a flag where there is no profile", of: [], flag: "work", is: .unknown("work", .flag)),
        Case("a flag insists on a kind that Graph does not serve", .users, flag: "home", is: .chosen("home", .flag)),
        Case("a flag insists on an app for /me", flag: "daemon", is: .chosen("daemon", .flag)),
        Case(
            "a flag insists on another cloud", .site("contoso.sharepoint.us"), flag: "work", is: .chosen("work", .flag)),
        Case(
            "a flag cannot make a read-only profile write", .user("a@contoso.example", "DELETE"), flag: "audit",
            is: .ruledOut("audit", .flag, isPolicy: true)),
        Case(
            "a flag lets a read-only profile read", .user("a@contoso.example"), flag: "audit",
            is: .chosen("audit", .flag)),
        Case(
            "a flag cannot send a token to another Graph", .full(gov), flag: "work",
            is: .ruledOut("work", .flag, isPolicy: true)),
        Case("a flag with a full URL of its own Graph", .full(gov), flag: "gov", is: .chosen("gov", .flag)),
        Case(
            "a flag for a write is not asked about", .user("x@fabrikam.example", "PATCH"), flag: "gov",
            is: .chosen("gov", .flag)),
        Case("a flag for a profile without Graph", flag: "issuer", is: .unknown("issuer", .flag)),
        Case(
            "a flag insists on an issuer without Graph", of: ["work", "issuer"], flag: "issuer",
            is: .chosen("issuer", .flag)),
        Case(
            "a flag picks between two of one tenant", .user("x@contoso.example"), flag: "admin",
            is: .chosen("admin", .flag)),
        Case("a flag without a current profile", flag: "home", current: nil, is: .chosen("home", .flag)),
    ]

    static let environment: [Case] = [
        Case("the variable beats the current profile", environment: "gov", is: .chosen("gov", .environment)),
        Case("the variable in another case", environment: "Gov", is: .chosen("gov", .environment)),
        Case("an empty variable is not set", environment: "", is: .chosen("work", .current)),
        Case(
            "the variable beats a binding", environment: "gov", bound: .profile("home"),
            is: .chosen("gov", .environment)),
        Case(
            "the variable beats every sign", .user("x@fabrikam.example"), environment: "admin",
            is: .chosen("admin", .environment)),
        Case("a variable that names nobody", environment: "gone", is: .unknown("gone", .environment)),
        Case(
            "a variable that names nobody, in a bound folder", environment: "gone", bound: .profile("work"),
            is: .unknown("gone", .environment)),
        Case("a variable of a space names nobody", environment: " ", is: .unknown(" ", .environment)),
        Case(
            "a variable that names nobody, for a write", .user("x@contoso.example", "DELETE"), environment: "gone",
            is: .unknown("gone", .environment)),
        Case(
            "the variable insists on a personal account for /users", .users, environment: "home",
            is: .chosen("home", .environment)),
        Case(
            "the variable cannot make a read-only profile write", .item("m", "PATCH"), environment: "audit",
            is: .ruledOut("audit", .environment, isPolicy: true)),
        Case(
            "the variable cannot send a token to another Graph", .full(gov), environment: "home",
            is: .ruledOut("home", .environment, isPolicy: true)),
        Case(
            "the variable for a write is not asked about", .user("x@fabrikam.example", "DELETE"), environment: "work",
            is: .chosen("work", .environment)),
        Case("the variable where there is no profile", of: [], environment: "work", is: .unknown("work", .environment)),
        Case(
            "the variable without a current profile", environment: "daemon", current: nil,
            is: .chosen("daemon", .environment)),
    ]

    static let binding: [Case] = [
        Case("a binding beats the current profile", bound: .profile("fabrikam"), is: .chosen("fabrikam", .binding)),
        Case("a binding in another case", bound: .profile("Fabrikam"), is: .chosen("fabrikam", .binding)),
        Case(
            "a binding beats every sign", .user("x@fabrikam.example"), bound: .profile("work"), current: "gov",
            is: .chosen("work", .binding)),
        Case("a binding to the current profile", bound: .profile("work"), is: .chosen("work", .binding)),
        Case("a binding to nobody", bound: .profile("gone"), is: .unknown("gone", .binding)),
        Case("a binding where there is no profile", of: [], bound: .profile("work"), is: .unknown("work", .binding)),
        Case(
            "a write in a bound folder is not asked about", .user("x@fabrikam.example", "DELETE"),
            bound: .profile("fabrikam"),
            is: .chosen("fabrikam", .binding)),
        Case(
            "a folder bound to a personal account is not left for /users", .users, bound: .profile("home"),
            is: .ruledOut("home", .binding, isPolicy: false)),
        Case(
            "a folder bound to an app is not left for /me", bound: .profile("daemon"),
            is: .ruledOut("daemon", .binding, isPolicy: false)),
        Case(
            "a folder bound to a read-only profile is not left for a write", .user("x@contoso.example", "POST"),
            bound: .profile("audit"),
            is: .ruledOut("audit", .binding, isPolicy: true)),
        Case(
            "a read in a folder bound to a read-only profile", .users, bound: .profile("audit"),
            is: .chosen("audit", .binding)),
        Case(
            "a folder bound to one cloud is not left for another", .site("tailspin.sharepoint.us"),
            bound: .profile("work"),
            is: .ruledOut("work", .binding, isPolicy: false)),
        Case(
            "a folder bound to one Graph is not left for another", .full(gov), bound: .profile("work"),
            is: .ruledOut("work", .binding, isPolicy: true)),
        Case("a folder of a tenant by its id", bound: .tenant(Cast.tailspinID), is: .chosen("gov", .binding)),
        Case(
            "a folder of a tenant by its id in capitals", bound: .tenant(Cast.tailspinID.uppercased()),
            is: .chosen("gov", .binding)),
        Case("a folder of a tenant by its domain", bound: .tenant("tailspin.example"), is: .chosen("gov", .binding)),
        Case(
            "a folder of a tenant by its domain in capitals", bound: .tenant("Tailspin.EXAMPLE"),
            is: .chosen("gov", .binding)),
        Case(
            "a folder of a tenant by a learned domain", bound: .tenant("tail.example"),
            learned: .domains([Cast.tailspinID: ["tail.example"]]), is: .chosen("gov", .binding)),
        Case("a folder of a tenant that nobody is in", bound: .tenant("northwind.example"), is: .unknownTenant),
        Case(
            "a folder of a tenant with several profiles and the current one among them", bound: .tenant(Cast.contosoID),
            is: .chosen("work", .binding)),
        Case(
            "a folder of a tenant with several profiles, the current one elsewhere", .users,
            bound: .tenant(Cast.contosoID), current: "gov",
            is: .ambiguous(["work", "admin", "daemon", "audit"])),
        Case(
            "a write in a folder of a tenant, the only profile there that can do it is asked about",
            .user("x@contoso.example", "DELETE"), of: ["admin", "audit", "fabrikam"], bound: .tenant(Cast.contosoID),
            current: "fabrikam", is: .chosen("admin", .binding, asksBeforeWriting: true)),
        Case(
            "a write in a folder of a tenant whose current profile is read-only is asked about",
            .user("x@contoso.example", "DELETE"), of: ["admin", "audit"], bound: .tenant(Cast.contosoID),
            current: "audit", is: .chosen("admin", .binding, asksBeforeWriting: true)),
        Case(
            "a write in a folder of a tenant by its current profile is not", .user("x@contoso.example", "DELETE"),
            of: ["admin", "work"], bound: .tenant(Cast.contosoID), is: .chosen("work", .binding)),
        Case(
            "a write in a folder of a tenant with several profiles that cannot do it",
            .graph("/me", by: "PATCH", unsupportedKinds: [.app: "no"]), of: ["audit", "daemon", "fabrikam"],
            bound: .tenant(Cast.contosoID), current: "fabrikam", is: .noneFits(isPolicy: true)),
        Case(
            "a folder of personal accounts", of: ["work", "home"],
            bound: .tenant(personalID), is: .chosen("home", .binding)),
        Case(
            "a folder of a tenant whose only profile cannot do it", .user("x@contoso.example", "DELETE"),
            of: ["audit", "fabrikam"], bound: .tenant(Cast.contosoID), current: "fabrikam",
            is: .ruledOut("audit", .binding, isPolicy: true)),
        Case(
            "a guest is in the tenant that invited it", of: ["work", "guest"], bound: .tenant(Cast.fabrikamID),
            is: .chosen("guest", .binding)),
    ]

    static let rule: [Case] = [
        Case("a rule for the path beats the current profile", rules: [("/me", "home")], is: .chosen("home", .rule)),
        Case("a rule for another path says nothing", rules: [("/me/chats", "home")], is: .chosen("work", .current)),
        Case(
            "a rule without a star is for that path alone", .myChats, rules: [("/me", "gov")],
            is: .chosen("work", .current)),
        Case("a rule with a star is for what is below", .myChats, rules: [("/me/*", "gov")], is: .chosen("gov", .rule)),
        Case("a rule's path in another case", rules: [("/ME", "home")], is: .chosen("home", .rule)),
        Case("a rule for another method says nothing", rules: [("POST /me", "home")], is: .chosen("work", .current)),
        Case("a rule for this method", rules: [("GET /me", "home")], is: .chosen("home", .rule)),
        Case(
            "a rule for a SharePoint site", .site("contoso.sharepoint.com"),
            rules: [("GET /sites/contoso.sharepoint.com:*", "admin")],
            is: .chosen("admin", .rule)),
        Case(
            "a rule for a host", .site("contoso.sharepoint.com"), rules: [("host=contoso.sharepoint.com", "admin")],
            is: .chosen("admin", .rule)),
        Case(
            "a rule for a tenant by its domain", .user("x@fabrikam.example"),
            rules: [("tenant=fabrikam.example", "guest")],
            is: .chosen("guest", .rule)),
        Case(
            "a rule for a tenant by its id, where a domain is named", .user("x@fabrikam.example"),
            rules: [("tenant=\(Cast.fabrikamID)", "guest")],
            is: .chosen("guest", .rule)),
        Case(
            "a rule for a tenant by one domain, where another one is named", .user("x@fabrikam-gmbh.example"),
            rules: [("tenant=fabrikam.example", "guest")],
            learned: .domains([Cast.fabrikamID: ["fabrikam-gmbh.example"]]),
            is: .chosen("guest", .rule)),
        Case(
            "a rule for another tenant says nothing", .user("x@contoso.example"),
            rules: [("tenant=fabrikam.example", "guest")],
            is: .chosen("work", .current)),
        Case(
            "a rule for a tenant in which a guest has the username that is named says nothing",
            .graph("/x", .account("alice@contoso.example")), of: ["work", "guest", "fabrikam"],
            rules: [("tenant=fabrikam.example", "fabrikam")], is: .chosen("work", .current)),
        Case(
            "a rule for personal accounts says nothing of a domain that one has as its username",
            .user("sam@contoso.example", "PATCH"), of: ["work", "sam"],
            rules: [("tenant=\(personalID)", "sam")], is: .chosen("work", .current)),
        Case(
            "a rule for a tenant that has served the item", .item("m1"), rules: [("tenant=fabrikam.example", "guest")],
            learned: .used("m1", with: "fabrikam"), is: .chosen("guest", .rule)),
        Case(
            "a rule beats every sign", .user("x@fabrikam.example"), rules: [("/users/*", "gov")],
            is: .chosen("gov", .rule)),
        Case("a binding beats a rule", bound: .profile("gov"), rules: [("/me", "home")], is: .chosen("gov", .binding)),
        Case(
            "the variable beats a rule", environment: "gov", rules: [("/me", "home")], is: .chosen("gov", .environment)),
        Case("a flag beats a rule", flag: "gov", rules: [("/me", "home")], is: .chosen("gov", .flag)),
        Case("the first of two rules that match", rules: [("/me", "home"), ("/*", "gov")], is: .chosen("home", .rule)),
        Case(
            "a rule for a write is not asked about", .user("x@fabrikam.example", "DELETE"),
            rules: [("DELETE /users/*", "fabrikam")],
            is: .chosen("fabrikam", .rule)),
        Case(
            "a rule for a read-only profile does not let another one write", .user("x@contoso.example", "DELETE"),
            rules: [("/users/*", "audit")],
            is: .ruledOut("audit", .rule, isPolicy: true)),
        Case(
            "a rule for a personal account does not go to another one", .users, rules: [("/users", "home")],
            is: .ruledOut("home", .rule, isPolicy: false)),
        Case("a rule for nobody", rules: [("/me", "gone")], is: .unknown("gone", .rule)),
        Case(
            "equally specific rules for different profiles stop a write", .graph("/me", by: "PATCH"),
            rules: [("PATCH /me", "admin"), ("POST,PATCH /me", "home")], is: .conflictingRules(["admin", "home"])),
        Case(
            "equally specific rules for the path of a batch stop its writes",
            Action(
                method: "POST", path: "/$batch", isWrite: true, needsGraph: true,
                parts: [.graph("/me", by: "PATCH"), .graph("/me/chats")]),
            rules: [("POST /$batch", "admin"), ("POST,PUT /$batch", "home")],
            is: .conflictingRules(["admin", "home"])),
        Case(
            "equally specific rules for one profile decide a write", .graph("/me", by: "PATCH"),
            rules: [("PATCH /me", "admin"), ("POST,PATCH /me", "admin")], is: .chosen("admin", .rule)),
        Case(
            "a more specific rule decides a write", .graph("/me", by: "PATCH"),
            rules: [("PATCH /me", "admin"), ("/me", "home")], is: .chosen("admin", .rule)),
        Case(
            "equally specific rules leave a read to the older", rules: [("GET /me", "home"), ("GET,POST /me", "gov")],
            is: .chosen("home", .rule)),
        Case(
            "a rule with a URL is for a path alone that goes there without it",
            rules: [("https://graph.microsoft.com/v1.0/me", "admin")], is: .chosen("admin", .rule)),
        Case(
            "a rule with a URL is for a path alone that other rules send there",
            rules: [("https://graph.microsoft.us/*", "gov"), ("/me", "gov")], current: "work", is: .chosen("gov", .rule)
        ),
        Case(
            "a rule with a URL is for a path alone whose hints send it there", .user("x@tailspin.example", "PATCH"),
            rules: [("https://graph.microsoft.us/*", "gov")], is: .chosen("gov", .rule)),
        Case(
            "a rule with a URL says nothing of a path alone where profiles of two Graphs fit",
            .graph("/me/sendMail", by: "POST"), of: people, rules: [("https://graph.microsoft.com/*", "fabrikam")],
            current: nil, is: .ambiguous(people)),
        Case(
            "a rule with a URL is for a path alone where all profiles are there", .graph("/me/sendMail", by: "POST"),
            of: ["work", "fabrikam", "home"], rules: [("https://graph.microsoft.com/*", "fabrikam")], current: nil,
            is: .chosen("fabrikam", .rule)),
        Case(
            "a rule with the URL of another Graph does not send a path alone there",
            rules: [("https://graph.microsoft.us/v1.0/me", "gov")], is: .chosen("work", .current)),
        Case(
            "of rules with URLs of two Graphs, that of the current profile's is for a path alone",
            .graph("/me/sendMail", by: "POST"),
            rules: [
                ("https://dod-graph.microsoft.us/*", "gov"), ("https://graph.microsoft.us/*", "gov"),
                ("https://graph.microsoft.com/*", "admin"),
            ], is: .chosen("admin", .rule)),
        Case(
            "a rule with the URL of another Graph than its profile's says nothing of a path alone",
            rules: [("https://graph.microsoft.us/v1.0/me", "home")], current: "gov", is: .chosen("gov", .current)),
        Case(
            "a rule for a host that is not Graph's says nothing of a path alone",
            rules: [("host=contoso.sharepoint.com", "home")], is: .chosen("work", .current)),
        Case("a rule for reads", .users, rules: [("READ /users", "audit")], is: .chosen("audit", .rule)),
        Case(
            "a rule for writes leaves reads alone", .users, rules: [("WRITE /users", "admin")],
            is: .chosen("work", .current)),
        Case(
            "a rule says nothing about what is no request", .anything, rules: [("/*", "gov")],
            is: .chosen("work", .current)),
    ]

    static let exclusion: [Case] = [
        Case("/me stays with the current profile", is: .chosen("work", .current)),
        Case("/me of a personal account", current: "home", is: .chosen("home", .current)),
        Case(
            "/me with an app as the current profile", of: ["daemon", "work"], current: "daemon",
            is: .chosen("work", .only)),
        Case(
            "/me with an app current and several people", of: ["daemon", "work", "home"], current: "daemon",
            is: .ambiguous(["work", "home"])),
        Case(
            "/me/chats with a personal account current", .myChats, of: ["home", "work"], current: "home",
            is: .chosen("work", .only)),
        Case(
            "/me/chats with a personal account current and two at work", .myChats, of: people, current: "home",
            is: .ambiguous(["work", "fabrikam", "gov"])),
        Case(
            "/users with a personal account alone", .users, of: ["home"], current: "home",
            is: .noneFits(isPolicy: false)),
        Case(
            "/users with a personal account and an app", .users, of: ["home", "daemon"], current: "home",
            is: .chosen("daemon", .only)),
        Case("a read with a read-only profile current", .users, current: "audit", is: .chosen("audit", .current)),
        Case(
            "a write with a read-only profile current and one other", .graph("/groups", by: "POST"),
            of: ["audit", "work"], current: "audit",
            is: .chosen("work", .only, asksBeforeWriting: true)),
        Case(
            "a write with a read-only profile alone", .graph("/groups", by: "POST"), of: ["audit"], current: "audit",
            is: .noneFits(isPolicy: true)),
        Case(
            "a write with a read-only profile current and several others", .graph("/groups", by: "POST"),
            of: ["audit", "work", "fabrikam"],
            current: "audit", is: .ambiguous(["work", "fabrikam"])),
        Case(
            "HEAD is no write", .graph("/users", by: "HEAD"), of: ["audit"], current: "audit",
            is: .chosen("audit", .current)),
        Case("PUT is a write", .graph("/x", by: "PUT"), of: ["audit"], current: "audit", is: .noneFits(isPolicy: true)),
        Case("a full URL of another Graph", .full(gov), is: .chosen("gov", .only)),
        Case("a full URL of nobody's Graph", .full("https://evil.example"), is: .noneFits(isPolicy: true)),
        Case(
            "a full URL of the current profile's Graph", .full("https://graph.microsoft.com"),
            is: .chosen("work", .current)),
        Case(
            "a write to a full URL of another Graph", Action(method: "POST", path: "/x", isWrite: true, endpoint: gov),
            is: .chosen("gov", .only, asksBeforeWriting: true)),
        Case("SharePoint of another cloud", .site("tailspin.sharepoint.us"), is: .chosen("gov", .only)),
        Case(
            "SharePoint of a cloud that nobody is in", .site("x.sharepoint.cn"), of: ["work", "home"],
            is: .noneFits(isPolicy: false)),
        Case(
            "an issuer without Graph is no choice for Graph", of: ["issuer", "work"], current: "issuer",
            is: .chosen("work", .only)),
        Case(
            "an issuer without Graph may well have a token", .anything, of: ["issuer", "work"], current: "issuer",
            is: .chosen("issuer", .current)),
        Case("an issuer without Graph alone", of: ["issuer"], current: "issuer", is: .noneFits(isPolicy: false)),
        Case(
            "a path that the table does not know stays with the current profile", .graph("/unheard/of"),
            current: "home", is: .chosen("home", .current)),
        Case(
            "a write to an unknown path stays with the current profile", .graph("/unheard/of", by: "POST"),
            is: .chosen("work", .current)),
    ]

    static let hints: [Case] = [
        Case("a user of another tenant", .user("x@fabrikam.example"), of: people, is: .chosen("fabrikam", .inference)),
        Case(
            "a user of another tenant in capitals", .user("X@FABRIKAM.Example"), of: people,
            is: .chosen("fabrikam", .inference)),
        Case("a user of the current tenant", .user("x@contoso.example"), is: .chosen("work", .current)),
        Case("a user of nobody's tenant", .user("x@northwind.example"), is: .chosen("work", .current)),
        Case(
            "a user of nobody's tenant, nobody current", .user("x@northwind.example"), of: people, current: nil,
            is: .ambiguous(["work", "fabrikam", "gov"])),
        Case(
            "a guest's profile does not stand for the domain it signs in with", .user("x@contoso.example"),
            of: ["guest", "gov", "work"], current: "gov", is: .chosen("work", .inference)),
        Case(
            "a user of a tenant with a member and a guest", .user("x@fabrikam.example"),
            is: .ambiguous(["fabrikam", "guest"])),
        Case(
            "a user of a tenant with a member and a guest, the guest current", .user("x@fabrikam.example", "PATCH"),
            current: "guest", is: .chosen("guest", .current)),
        Case(
            "a user of the home tenant of a guest, with no profile there", .user("x@contoso.example", "DELETE"),
            of: ["guest", "gov"], current: "guest", is: .noneInTenant("contoso.example")),
        Case(
            "a user of a tenant with two profiles, the current one among them", .user("x@contoso.example"),
            current: "admin",
            is: .chosen("admin", .current)),
        Case(
            "a user of a tenant with two profiles, the current one elsewhere", .user("x@contoso.example"),
            of: ["work", "admin", "gov"],
            current: "gov", is: .ambiguous(["work", "admin"])),
        Case(
            "a user of a domain that was learned", .user("x@fabrikam-gmbh.example"), of: people,
            learned: .domains([Cast.fabrikamID: ["fabrikam-gmbh.example"]]), is: .chosen("fabrikam", .inference)),
        Case(
            "a learned domain that two profiles' tenants share is theirs", .user("x@fabrikam-gmbh.example"),
            current: "gov",
            learned: .domains([Cast.fabrikamID: ["fabrikam-gmbh.example"]]), is: .ambiguous(["fabrikam", "guest"])),
        Case(
            "a guest's name in the tenant that invited it", .user("alice_contoso.example#EXT#@fabrikam.example"),
            of: people,
            is: .chosen("fabrikam", .inference)),
        Case(
            "one's own personal address", .graph("/users/alice@outlook.example/drive", .user("alice@outlook.example")),
            of: people, is: .chosen("home", .inference)),
        Case(
            "somebody else's personal address",
            .graph("/users/bob@outlook.example/drive", .user("bob@outlook.example")), of: people,
            is: .chosen("work", .current)),
        Case(
            "a tenant id", .graph("/organization/x", .tenant(Cast.fabrikamID)), of: people,
            is: .chosen("fabrikam", .inference)),
        Case(
            "a tenant id in capitals", .graph("/organization/x", .tenant(Cast.fabrikamID.uppercased())), of: people,
            is: .chosen("fabrikam", .inference)),
        Case(
            "the current tenant's id", .graph("/organization/x", .tenant(Cast.contosoID)), is: .chosen("work", .current)
        ),
        Case(
            "the id of a tenant without a profile",
            .graph("/organization/x", .tenant("AAAAAAAA-0000-4000-8000-000000000001"), by: "PATCH"),
            is: .noneInTenant("aaaaaaaa-0000-4000-8000-000000000001")),
        Case(
            "the id of a tenant without a profile, while the tenant of another profile is not known",
            .graph("/organization/x", .tenant("aaaaaaaa-0000-4000-8000-000000000001")), of: ["work", "unsigned"],
            is: .chosen("work", .current)),
        Case(
            "the id of a tenant without a profile, beside an issuer that has no tenants",
            .graph("/organization/x", .tenant("aaaaaaaa-0000-4000-8000-000000000001")), of: ["work", "issuer"],
            is: .noneInTenant("aaaaaaaa-0000-4000-8000-000000000001")),
        Case(
            "the id of the tenant of personal accounts", Action(hints: [TenantHint(.tenant(personalID), at: "x")]),
            of: people, is: .chosen("home", .inference)),
        Case(
            "a page of a tenant without a profile, which partners may open",
            Action(hints: [TenantHint(.visitedTenant("aaaaaaaa-0000-4000-8000-000000000001"), at: "x")]),
            is: .chosen("work", .current)),
        Case(
            "a page of the tenant of a profile", Action(hints: [TenantHint(.visitedTenant(Cast.fabrikamID), at: "x")]),
            of: people, is: .chosen("fabrikam", .inference)),
        Case(
            "a rule for the tenant of a page without a profile",
            Action(hints: [TenantHint(.visitedTenant("aaaaaaaa-0000-4000-8000-000000000001"), at: "x")]),
            rules: [("tenant=aaaaaaaa-0000-4000-8000-000000000001", "guest")], is: .chosen("guest", .rule)),
        Case(
            "a domain", .graph("/domains/x", .domain("fabrikam.example")), of: people,
            is: .chosen("fabrikam", .inference)),
        Case(
            "a domain below another one is not it", .graph("/domains/x", .domain("mail.fabrikam.example")), of: people,
            is: .chosen("work", .current)),
        Case(
            "SharePoint by the domain's first label", .site("fabrikam.sharepoint.com"), of: people,
            is: .chosen("fabrikam", .inference)),
        Case(
            "OneDrive of another tenant", .site("fabrikam-my.sharepoint.com"), of: people,
            is: .chosen("fabrikam", .inference)),
        Case(
            "SharePoint's administration", .site("fabrikam-admin.sharepoint.com"), of: people,
            is: .chosen("fabrikam", .inference)),
        Case("SharePoint of the current tenant", .site("contoso.sharepoint.com"), is: .chosen("work", .current)),
        Case("SharePoint of nobody", .site("northwind.sharepoint.com"), is: .chosen("work", .current)),
        Case(
            "SharePoint by the initial domain", .site("fab.sharepoint.com"), of: people,
            learned: .domains([Cast.fabrikamID: ["fab.onmicrosoft.com", "fabrikam.example"]]),
            is: .chosen("fabrikam", .inference)),
        Case(
            "where the initial domain is known, the others say nothing", .site("fabrikam.sharepoint.com"), of: people,
            learned: .domains([Cast.fabrikamID: ["fab.onmicrosoft.com"]]), is: .chosen("work", .current)),
        Case(
            "SharePoint that was used before", .site("odd.sharepoint.com"),
            learned: .used("odd.sharepoint.com", with: "guest"),
            is: .ambiguous(["fabrikam", "guest"])),
        Case(
            "SharePoint that was used before by the one profile of a tenant", .site("odd.sharepoint.com", "POST"),
            of: people, learned: .used("odd.sharepoint.com", with: "fabrikam"),
            is: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        Case(
            "a write to a host that resembles the domain of another tenant", .site("fabrikam.sharepoint.com", "POST"),
            of: people, is: .ambiguous(["work", "fabrikam"])),
        Case(
            "a write to a host that resembles the domain of another tenant, nobody current",
            .site("fabrikam.sharepoint.com", "POST"), of: people, current: nil, is: .ambiguous(["fabrikam"])),
        Case(
            "a write to a host that resembles the domain of the current tenant",
            .site("contoso.sharepoint.com", "POST"),
            of: people, is: .chosen("work", .current)),
        Case(
            "a write to a host of an unknown tenant", .site("northwind.sharepoint.com", "POST"), of: people,
            is: .chosen("work", .current)),
        Case(
            "a write to a host that resembles the domain of a read-only profile",
            .site("contoso.sharepoint.com", "POST"), of: ["audit", "fabrikam"], current: "fabrikam",
            is: .ambiguous(["fabrikam"])),
        Case(
            "an item that another profile was last used with", .item("m1"), of: people,
            learned: .used("m1", with: "home"),
            is: .chosen("home", .inference)),
        Case(
            "an item of the current profile", .item("m1"), learned: .used("m1", with: "work"),
            is: .chosen("work", .current)),
        Case(
            "an item that two profiles used, the current one among them", .item("m1"),
            learned: .used("m1", with: "work", "home"),
            is: .chosen("work", .current)),
        Case(
            "an item that two others used", .item("m1"), learned: .used("m1", with: "gov", "home"),
            is: .chosen("work", .current)),
        Case(
            "a group that another profile of the tenant used", .graph("/groups/g1", .item("g1")), current: "admin",
            learned: .used("g1", with: "audit"), is: .chosen("admin", .current)),
        Case(
            "a group of another tenant", .graph("/groups/g1", .item("g1"), by: "PATCH"), of: people,
            learned: .used("g1", with: "fabrikam"), is: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        Case(
            "the object id of a profile's account", .graph("/users/x", .item("CAROL@fabrikam.example"), by: "PATCH"),
            of: people, is: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        Case(
            "the object id that a guest has at home is of no account in the other tenant",
            .graph("/users/x", .item("alice@contoso.example")), of: ["fabrikam", "guest", "gov"], current: "gov",
            is: .chosen("gov", .current)),
        Case(
            "an item that was never seen", .item("m2"), learned: .used("m1", with: "home"),
            is: .chosen("work", .current)),
        Case(
            "an item that only a ruled out profile used",
            .graph("/users/m1", .item("m1"), unsupportedKinds: Action.noPersonal),
            learned: .used("m1", with: "home"), is: .addressed(["home"], isPolicy: false)),
        Case(
            "an account without a profile and a tenant with one",
            .graph("/x", .account("zed@x"), .tenant(Cast.tailspinID)),
            is: .unknownAccount("/x")),
        Case(
            "an account with a profile and a tenant without one",
            .graph(
                "/x", .account("carol@fabrikam.example"), .tenant("aaaaaaaa-0000-4000-8000-000000000001"), by: "POST"),
            is: .noneInTenant("aaaaaaaa-0000-4000-8000-000000000001")),
        Case(
            "an account in another tenant than the one that is named",
            .graph("/x", .account("carol@fabrikam.example"), .tenant(Cast.tailspinID), by: "POST"),
            is: .ambiguous(["fabrikam", "gov"])),
        Case(
            "two hints that agree", .graph("/x", .tenant(Cast.fabrikamID), .domain("fabrikam.example")), of: people,
            is: .chosen("fabrikam", .inference)),
        Case(
            "two hints that narrow each other", .graph("/x", .domain("fabrikam.example"), .ownItem("m1")),
            learned: .used("m1", with: "guest"), is: .chosen("guest", .inference)),
        Case(
            "two hints that disagree leave it to the current profile if it is one of them",
            .graph("/x", .domain("fabrikam.example"), .domain("contoso.example")), of: people,
            is: .chosen("work", .current)),
        Case(
            "two hints that disagree, neither current",
            .graph("/x", .domain("fabrikam.example"), .domain("contoso.example")), of: people,
            current: "home", is: .ambiguous(["work", "fabrikam"])),
        Case(
            "a write whose hints disagree is left to nobody",
            .graph("/x", .domain("fabrikam.example"), .domain("contoso.example"), by: "POST"), of: people,
            is: .ambiguous(["work", "fabrikam"])),
        Case(
            "a write to a named tenant is asked about", .user("x@fabrikam.example", "DELETE"), of: people,
            is: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        Case(
            "a write to the current tenant is not", .user("x@contoso.example", "DELETE"), is: .chosen("work", .current)),
        Case(
            "a write to an item of another profile is asked about", .item("m1", "PATCH"), of: people,
            learned: .used("m1", with: "home"), is: .chosen("home", .inference, asksBeforeWriting: true)),
        Case(
            "a sign without a current profile", .user("x@fabrikam.example"), of: people, current: nil,
            is: .chosen("fabrikam", .inference)),
        Case(
            "a current profile that was removed", .user("x@fabrikam.example"), of: people, current: "gone",
            is: .chosen("fabrikam", .inference)),
        Case(
            "a sign for a profile that cannot do it is none", .user("x@tailspin.example", "DELETE"),
            of: ["work", "audit"], is: .chosen("work", .current)),
        Case(
            "a write to the tenant of a read-only profile", .user("x@contoso.example", "DELETE"),
            of: ["fabrikam", "audit"], current: "fabrikam", is: .addressed(["audit"], isPolicy: true)),
        Case(
            "a write to the tenant of a read-only and another profile", .user("x@contoso.example", "DELETE"),
            of: ["fabrikam", "audit", "work"], current: "fabrikam",
            is: .chosen("work", .inference, asksBeforeWriting: true)),
        Case(
            "a user of a personal account, which Graph does not serve here", .user("alice@outlook.example", "DELETE"),
            of: people, is: .addressed(["home"], isPolicy: false)),
    ]

    static let weak: [Case] = [
        Case(
            "nobody current, one already has the permission", of: people, current: nil,
            learned: .holding("Mail.Read", "home"),
            is: .chosen("home", .inference)),
        Case(
            "nobody current, two already have the permission", of: people, current: nil,
            learned: .holding("Mail.Read", "home", "work"),
            is: .ambiguous(people)),
        Case(
            "the current profile stands without the permission", of: people, learned: .holding("Mail.Read", "home"),
            is: .chosen("work", .current)),
        Case(
            "the current profile is ruled out, one other has the permission", .users, of: people, current: "home",
            learned: .holding("User.Read.All", "gov"), is: .chosen("gov", .inference)),
        Case(
            "the permission of a profile that is ruled out counts for nothing", .users, of: people, current: nil,
            learned: .holding("User.Read.All", "home"), is: .ambiguous(["work", "fabrikam", "gov"])),
        Case(
            "the permission decides between those that a sign leaves", .user("x@contoso.example"),
            of: ["work", "admin", "gov"],
            current: "gov", learned: .holding("User.Read.All", "admin"), is: .chosen("admin", .inference)),
        Case(
            "the permission does not outweigh a sign", .user("x@contoso.example"), of: people, current: "gov",
            learned: .holding("User.Read.All", "fabrikam"), is: .chosen("work", .inference)),
        Case(
            "it is not known what an app holds", .users, of: ["fabrikam", "daemon"], current: nil,
            learned: .holding("User.Read.All", "fabrikam", unknown: "daemon"), is: .ambiguous(["fabrikam", "daemon"])),
        Case(
            "a write by permission alone is asked about", .graph("/me/sendMail", by: "POST"), of: people, current: nil,
            learned: .holding("Mail.Send", "home"), is: .chosen("home", .inference, asksBeforeWriting: true)),
    ]

    static let rest: [Case] = [
        Case("no profile at all", of: [], current: nil, is: .noProfile),
        Case("one profile, none current", of: ["home"], current: nil, is: .chosen("home", .only)),
        Case("one profile, a removed one current", of: ["home"], current: "gone", is: .chosen("home", .only)),
        Case("one profile that is current", of: ["home"], current: "home", is: .chosen("home", .current)),
        Case(
            "a write by the one profile there is", .graph("/me/sendMail", by: "POST"), of: ["home"], current: nil,
            is: .chosen("home", .only)),
        Case("several, none current", of: ["work", "home"], current: nil, is: .ambiguous(["work", "home"])),
        Case(
            "several, a removed one current", of: ["work", "home"], current: "gone", is: .ambiguous(["work", "home"])),
        Case(
            "several, the most used first", of: people, current: nil, learned: .often("gov", "home"),
            is: .ambiguous(["gov", "home", "work", "fabrikam"])),
        Case(
            "the most used is not guessed", of: people, current: nil, learned: .often("gov"),
            is: .ambiguous(["gov", "work", "fabrikam", "home"])),
        Case(
            "several for a write", .graph("/x", by: "POST"), of: ["work", "home", "audit"], current: nil,
            is: .ambiguous(["work", "home"])),
        Case("a token for nothing in particular", .anything, is: .chosen("work", .current)),
        Case("a token with an app current", .anything, current: "daemon", is: .chosen("daemon", .current)),
        Case(
            "a token without a current profile", .anything, of: ["work", "daemon"], current: nil,
            is: .ambiguous(["work", "daemon"])),
        Case("a token in a bound folder", .anything, bound: .profile("daemon"), is: .chosen("daemon", .binding)),
        Case(
            "a token for a SharePoint host",
            Action(
                clouds: [.global],
                hints: SharePointHost("fabrikam.sharepoint.com").map { [TenantHint(.sharePoint($0), at: $0.name)] }
                    ?? []),
            of: people, is: .chosen("fabrikam", .inference)),
        Case("a token for the resource of another cloud", Action(clouds: [.usgov]), is: .chosen("gov", .only)),
    ]

    static let all = flag + environment + binding + rule + exclusion + hints + weak + rest

    @Test(arguments: all)
    func expectedProfileIsSelected(_ situation: Case) throws {
        #expect(Case.Outcome(try situation.ladder) == situation.expected)
    }

    @Test func tableHasAtLeast150Cases() {
        #expect(Set(Self.all.map(\.words)).count == Self.all.count)
        #expect(Self.all.count >= 150)
    }

    @Test(arguments: all)
    func selectionHasAReasonAndEveryCandidateAnOutcome(_ situation: Case) throws {
        let ladder = try situation.ladder
        let selection = try? ladder.select()
        #expect(selection?.reason.isEmpty != true)
        let candidates = ladder.candidates(beside: selection)
        #expect(candidates.map(\.profile.name.text).sorted() == situation.profiles.sorted())
        #expect(candidates.allSatisfy { !$0.reason.isEmpty })
        #expect(candidates.filter { $0.outcome == .chosen }.map(\.profile) == [selection?.profile].compactMap(\.self))
    }
}
