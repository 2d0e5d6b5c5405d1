import AuthCore
import Testing

@testable import AccountProfiles

/// The selection of the ladder, case by case. Unless a case says otherwise, all eight profiles exist and `work` is current.
@Suite struct LadderTableTests {
    private static let people = ["work", "fabrikam", "gov", "home"]
    private static let gov = "https://graph.microsoft.us"
    private static let personalID = "9188040d-6c67-4c5b-b112-36a304b66dad"

    static let flag: [LadderCase] = [
        LadderCase("--profile overrides the current profile", flag: "fabrikam", expecting: .chosen("fabrikam", .flag)),
        LadderCase("--profile ignores case", flag: "FABRIKAM", expecting: .chosen("fabrikam", .flag)),
        LadderCase(
            "--profile overrides ACCT_PROFILE", flag: "fabrikam", environment: "gov",
            expecting: .chosen("fabrikam", .flag)),
        LadderCase(
            "--profile overrides a binding", flag: "fabrikam", binding: .profile("gov"),
            expecting: .chosen("fabrikam", .flag)),
        LadderCase(
            "--profile overrides tenant hints", .user("x@fabrikam.example"), flag: "gov",
            expecting: .chosen("gov", .flag)),
        LadderCase("--profile with an unknown name", flag: "wrok", expecting: .unknown("wrok", .flag)),
        LadderCase("--profile with an empty name", flag: "", expecting: .unknown("", .flag)),
        LadderCase(
            "--profile with an unknown name does not fall back to ACCT_PROFILE", flag: "x", environment: "work",
            expecting: .unknown("x", .flag)),
        LadderCase(
            "--profile with an unknown name does not fall back to a binding", flag: "x", binding: .profile("work"),
            expecting: .unknown("x", .flag)),
        LadderCase("--profile without any profile", profiles: [], flag: "work", expecting: .unknown("work", .flag)),
        LadderCase(
            "--profile sends a request its account kind does not support", .users, flag: "home",
            expecting: .chosen("home", .flag)),
        LadderCase("--profile sends /me with an app", flag: "daemon", expecting: .chosen("daemon", .flag)),
        LadderCase(
            "--profile sends a request for a host of another cloud", .site("contoso.sharepoint.us"), flag: "work",
            expecting: .chosen("work", .flag)),
        LadderCase(
            "--profile cannot make a read-only profile write", .user("a@contoso.example", "DELETE"), flag: "audit",
            expecting: .ruledOut("audit", .flag, isPolicy: true)),
        LadderCase(
            "--profile reads with a read-only profile", .user("a@contoso.example"), flag: "audit",
            expecting: .chosen("audit", .flag)),
        LadderCase(
            "--profile cannot send a token to another Graph", .full(gov), flag: "work",
            expecting: .ruledOut("work", .flag, isPolicy: true)),
        LadderCase(
            "--profile with a full URL of its own Graph", .full(gov), flag: "gov", expecting: .chosen("gov", .flag)),
        LadderCase(
            "--profile needs no confirmation for a write", .user("x@fabrikam.example", "PATCH"), flag: "gov",
            expecting: .chosen("gov", .flag)),
        LadderCase(
            "--profile selects an issuer without Graph", profiles: ["work", "issuer"], flag: "issuer",
            expecting: .chosen("issuer", .flag)),
        LadderCase(
            "--profile selects one of two profiles in a tenant", .user("x@contoso.example"), flag: "admin",
            expecting: .chosen("admin", .flag)),
        LadderCase(
            "--profile without a current profile", flag: "home", current: nil, expecting: .chosen("home", .flag)),
    ]

    static let environment: [LadderCase] = [
        LadderCase(
            "ACCT_PROFILE overrides the current profile", environment: "gov", expecting: .chosen("gov", .environment)),
        LadderCase("ACCT_PROFILE ignores case", environment: "Gov", expecting: .chosen("gov", .environment)),
        LadderCase("an empty ACCT_PROFILE counts as unset", environment: "", expecting: .chosen("work", .current)),
        LadderCase(
            "ACCT_PROFILE overrides a binding", environment: "gov", binding: .profile("home"),
            expecting: .chosen("gov", .environment)),
        LadderCase(
            "ACCT_PROFILE overrides tenant hints", .user("x@fabrikam.example"), environment: "admin",
            expecting: .chosen("admin", .environment)),
        LadderCase("ACCT_PROFILE with an unknown name", environment: "gone", expecting: .unknown("gone", .environment)),
        LadderCase(
            "ACCT_PROFILE with an unknown name does not fall back to a binding", environment: "gone",
            binding: .profile("work"),
            expecting: .unknown("gone", .environment)),
        LadderCase(
            "ACCT_PROFILE with a space is an unknown name", environment: " ", expecting: .unknown(" ", .environment)),
        LadderCase(
            "ACCT_PROFILE with an unknown name, for a write", .user("x@contoso.example", "DELETE"), environment: "gone",
            expecting: .unknown("gone", .environment)),
        LadderCase(
            "ACCT_PROFILE sends /users with a personal account", .users, environment: "home",
            expecting: .chosen("home", .environment)),
        LadderCase(
            "ACCT_PROFILE cannot make a read-only profile write", .item("m", "PATCH"), environment: "audit",
            expecting: .ruledOut("audit", .environment, isPolicy: true)),
        LadderCase(
            "ACCT_PROFILE cannot send a token to another Graph", .full(gov), environment: "home",
            expecting: .ruledOut("home", .environment, isPolicy: true)),
        LadderCase(
            "ACCT_PROFILE needs no confirmation for a write", .user("x@fabrikam.example", "DELETE"),
            environment: "work",
            expecting: .chosen("work", .environment)),
        LadderCase(
            "ACCT_PROFILE without any profile", profiles: [], environment: "work",
            expecting: .unknown("work", .environment)),
        LadderCase(
            "ACCT_PROFILE without a current profile", environment: "daemon", current: nil,
            expecting: .chosen("daemon", .environment)),
    ]

    static let binding: [LadderCase] = [
        LadderCase(
            "a binding overrides the current profile", binding: .profile("fabrikam"),
            expecting: .chosen("fabrikam", .binding)),
        LadderCase("a binding ignores case", binding: .profile("Fabrikam"), expecting: .chosen("fabrikam", .binding)),
        LadderCase(
            "a binding overrides tenant hints", .user("x@fabrikam.example"), binding: .profile("work"), current: "gov",
            expecting: .chosen("work", .binding)),
        LadderCase("a binding to the current profile", binding: .profile("work"), expecting: .chosen("work", .binding)),
        LadderCase("a binding to an unknown profile", binding: .profile("gone"), expecting: .unknown("gone", .binding)),
        LadderCase(
            "a binding without any profile", profiles: [], binding: .profile("work"),
            expecting: .unknown("work", .binding)),
        LadderCase(
            "a binding needs no confirmation for a write", .user("x@fabrikam.example", "DELETE"),
            binding: .profile("fabrikam"),
            expecting: .chosen("fabrikam", .binding)),
        LadderCase(
            "a binding to a personal account does not fall back to another profile for /users", .users,
            binding: .profile("home"),
            expecting: .ruledOut("home", .binding, isPolicy: false)),
        LadderCase(
            "a binding to an app does not fall back to another profile for /me", binding: .profile("daemon"),
            expecting: .ruledOut("daemon", .binding, isPolicy: false)),
        LadderCase(
            "a binding to a read-only profile does not fall back to another profile for a write",
            .user("x@contoso.example", "POST"),
            binding: .profile("audit"),
            expecting: .ruledOut("audit", .binding, isPolicy: true)),
        LadderCase(
            "a binding to a read-only profile, for a read", .users, binding: .profile("audit"),
            expecting: .chosen("audit", .binding)),
        LadderCase(
            "a binding to a profile of one cloud does not fall back to another profile for a host of another",
            .site("tailspin.sharepoint.us"),
            binding: .profile("work"),
            expecting: .ruledOut("work", .binding, isPolicy: false)),
        LadderCase(
            "a binding to a profile of one Graph does not fall back to another profile for a URL of another",
            .full(gov), binding: .profile("work"),
            expecting: .ruledOut("work", .binding, isPolicy: true)),
        LadderCase(
            "a binding to a tenant id", binding: .tenant(SampleProfiles.tailspinID), expecting: .chosen("gov", .binding)
        ),
        LadderCase(
            "a binding to a tenant id in capitals", binding: .tenant(SampleProfiles.tailspinID.uppercased()),
            expecting: .chosen("gov", .binding)),
        LadderCase(
            "a binding to a tenant domain", binding: .tenant("tailspin.example"), expecting: .chosen("gov", .binding)),
        LadderCase(
            "a binding to a tenant domain in capitals", binding: .tenant("Tailspin.EXAMPLE"),
            expecting: .chosen("gov", .binding)),
        LadderCase(
            "a binding to a tenant domain from the usage history", binding: .tenant("tail.example"),
            usageHistory: .domains([SampleProfiles.tailspinID: ["tail.example"]]), expecting: .chosen("gov", .binding)),
        LadderCase(
            "a binding to a tenant without a profile", binding: .tenant("northwind.example"), expecting: .unknownTenant),
        LadderCase(
            "a binding to a tenant with several profiles, one of them current",
            binding: .tenant(SampleProfiles.contosoID),
            expecting: .chosen("work", .binding)),
        LadderCase(
            "a binding to a tenant with several profiles, none of them current", .users,
            binding: .tenant(SampleProfiles.contosoID), current: "gov",
            expecting: .ambiguous(["work", "admin", "daemon", "audit"])),
        LadderCase(
            "a binding to a tenant: a write by its only profile that can do it needs confirmation",
            .user("x@contoso.example", "DELETE"), profiles: ["admin", "audit", "fabrikam"],
            binding: .tenant(SampleProfiles.contosoID),
            current: "fabrikam", expecting: .chosen("admin", .binding, asksBeforeWriting: true)),
        LadderCase(
            "a binding to a tenant: a write needs confirmation if its current profile is read-only",
            .user("x@contoso.example", "DELETE"), profiles: ["admin", "audit"],
            binding: .tenant(SampleProfiles.contosoID),
            current: "audit", expecting: .chosen("admin", .binding, asksBeforeWriting: true)),
        LadderCase(
            "a binding to a tenant: a write by its current profile needs no confirmation",
            .user("x@contoso.example", "DELETE"),
            profiles: ["admin", "work"], binding: .tenant(SampleProfiles.contosoID),
            expecting: .chosen("work", .binding)),
        LadderCase(
            "a binding to a tenant with several profiles, none of which can do the write",
            .graph("/me", by: "PATCH", unsupportedKinds: [.app: "no"]), profiles: ["audit", "daemon", "fabrikam"],
            binding: .tenant(SampleProfiles.contosoID), current: "fabrikam", expecting: .noneFits(isPolicy: true)),
        LadderCase(
            "a binding to the tenant of personal accounts", profiles: ["work", "home"],
            binding: .tenant(personalID), expecting: .chosen("home", .binding)),
        LadderCase(
            "a binding to a tenant whose only profile cannot do the write", .user("x@contoso.example", "DELETE"),
            profiles: ["audit", "fabrikam"], binding: .tenant(SampleProfiles.contosoID), current: "fabrikam",
            expecting: .ruledOut("audit", .binding, isPolicy: true)),
        LadderCase(
            "a binding to the tenant that invited a guest", profiles: ["work", "guest"],
            binding: .tenant(SampleProfiles.fabrikamID),
            expecting: .chosen("guest", .binding)),
    ]

    static let rule: [LadderCase] = [
        LadderCase(
            "a rule for the path overrides the current profile", rules: [("/me", "home")],
            expecting: .chosen("home", .rule)),
        LadderCase(
            "a rule for another path does not match", rules: [("/me/chats", "home")],
            expecting: .chosen("work", .current)),
        LadderCase(
            "a rule without a star matches only that path", .myChats, rules: [("/me", "gov")],
            expecting: .chosen("work", .current)),
        LadderCase(
            "a rule with a star matches the paths below", .myChats, rules: [("/me/*", "gov")],
            expecting: .chosen("gov", .rule)),
        LadderCase("a rule's path ignores case", rules: [("/ME", "home")], expecting: .chosen("home", .rule)),
        LadderCase(
            "a rule for another method does not match", rules: [("POST /me", "home")],
            expecting: .chosen("work", .current)),
        LadderCase(
            "a rule for the method of the request", rules: [("GET /me", "home")], expecting: .chosen("home", .rule)),
        LadderCase(
            "a rule for a SharePoint site", .site("contoso.sharepoint.com"),
            rules: [("GET /sites/contoso.sharepoint.com:*", "admin")],
            expecting: .chosen("admin", .rule)),
        LadderCase(
            "a rule for a host", .site("contoso.sharepoint.com"), rules: [("host=contoso.sharepoint.com", "admin")],
            expecting: .chosen("admin", .rule)),
        LadderCase(
            "a rule for a tenant by its domain", .user("x@fabrikam.example"),
            rules: [("tenant=fabrikam.example", "guest")],
            expecting: .chosen("guest", .rule)),
        LadderCase(
            "a rule for a tenant by its id matches a hint of its domain", .user("x@fabrikam.example"),
            rules: [("tenant=\(SampleProfiles.fabrikamID)", "guest")],
            expecting: .chosen("guest", .rule)),
        LadderCase(
            "a rule for a tenant by one domain matches a hint of another", .user("x@fabrikam-gmbh.example"),
            rules: [("tenant=fabrikam.example", "guest")],
            usageHistory: .domains([SampleProfiles.fabrikamID: ["fabrikam-gmbh.example"]]),
            expecting: .chosen("guest", .rule)),
        LadderCase(
            "a rule for another tenant does not match", .user("x@contoso.example"),
            rules: [("tenant=fabrikam.example", "guest")],
            expecting: .chosen("work", .current)),
        LadderCase(
            "a rule for a guest's tenant does not match the guest's username",
            .graph("/x", .account("alice@contoso.example")), profiles: ["work", "guest", "fabrikam"],
            rules: [("tenant=fabrikam.example", "fabrikam")], expecting: .chosen("work", .current)),
        LadderCase(
            "a rule for personal accounts does not match the domain of a personal account's username",
            .user("sam@contoso.example", "PATCH"), profiles: ["work", "sam"],
            rules: [("tenant=\(personalID)", "sam")], expecting: .chosen("work", .current)),
        LadderCase(
            "a rule for a tenant matches an item that a profile of the tenant used", .item("m1"),
            rules: [("tenant=fabrikam.example", "guest")],
            usageHistory: .used("me/m1", with: "fabrikam"), expecting: .chosen("guest", .rule)),
        LadderCase(
            "a rule overrides tenant hints", .user("x@fabrikam.example"), rules: [("/users/*", "gov")],
            expecting: .chosen("gov", .rule)),
        LadderCase(
            "a binding overrides a rule", binding: .profile("gov"), rules: [("/me", "home")],
            expecting: .chosen("gov", .binding)),
        LadderCase(
            "ACCT_PROFILE overrides a rule", environment: "gov", rules: [("/me", "home")],
            expecting: .chosen("gov", .environment)),
        LadderCase(
            "--profile overrides a rule", flag: "gov", rules: [("/me", "home")], expecting: .chosen("gov", .flag)),
        LadderCase(
            "the older of two matching rules decides", rules: [("/me", "home"), ("/*", "gov")],
            expecting: .chosen("home", .rule)),
        LadderCase(
            "a rule needs no confirmation for a write", .user("x@fabrikam.example", "DELETE"),
            rules: [("DELETE /users/*", "fabrikam")],
            expecting: .chosen("fabrikam", .rule)),
        LadderCase(
            "a rule for a read-only profile does not fall back to another profile for a write",
            .user("x@contoso.example", "DELETE"),
            rules: [("/users/*", "audit")],
            expecting: .ruledOut("audit", .rule, isPolicy: true)),
        LadderCase(
            "a rule for a personal account does not fall back to another profile", .users, rules: [("/users", "home")],
            expecting: .ruledOut("home", .rule, isPolicy: false)),
        LadderCase("a rule for an unknown profile", rules: [("/me", "gone")], expecting: .unknown("gone", .rule)),
        LadderCase(
            "equally specific rules for different profiles stop a write", .graph("/me", by: "PATCH"),
            rules: [("PATCH /me", "admin"), ("POST,PATCH /me", "home")],
            expecting: .conflictingRules(["admin", "home"])),
        LadderCase(
            "equally specific rules for the path of a batch stop its writes",
            Action(
                method: "POST", path: "/$batch", isWrite: true, needsGraph: true,
                parts: [.graph("/me", by: "PATCH"), .graph("/me/chats")]),
            rules: [("POST /$batch", "admin"), ("POST,PUT /$batch", "home")],
            expecting: .conflictingRules(["admin", "home"])),
        LadderCase(
            "equally specific rules for one profile decide a write", .graph("/me", by: "PATCH"),
            rules: [("PATCH /me", "admin"), ("POST,PATCH /me", "admin")], expecting: .chosen("admin", .rule)),
        LadderCase(
            "a more specific rule decides a write", .graph("/me", by: "PATCH"),
            rules: [("PATCH /me", "admin"), ("/me", "home")], expecting: .chosen("admin", .rule)),
        LadderCase(
            "the older of two equally specific rules decides a read",
            rules: [("GET /me", "home"), ("GET,POST /me", "gov")],
            expecting: .chosen("home", .rule)),
        LadderCase(
            "a rule with a URL matches a relative path that resolves to it without the rule",
            rules: [("https://graph.microsoft.com/v1.0/me", "admin")], expecting: .chosen("admin", .rule)),
        LadderCase(
            "a rule with a URL matches a relative path that another rule resolves to it",
            rules: [("https://graph.microsoft.us/*", "gov"), ("/me", "gov")], current: "work",
            expecting: .chosen("gov", .rule)
        ),
        LadderCase(
            "a rule with a URL matches a relative path that tenant hints resolve to it",
            .user("x@tailspin.example", "PATCH"),
            rules: [("https://graph.microsoft.us/*", "gov")], expecting: .chosen("gov", .rule)),
        LadderCase(
            "a rule with a URL does not match a relative path if profiles of two Graphs fit",
            .graph("/me/sendMail", by: "POST"), profiles: people,
            rules: [("https://graph.microsoft.com/*", "fabrikam")],
            current: nil, expecting: .ambiguous(people)),
        LadderCase(
            "a rule with a URL matches a relative path if all profiles use that Graph",
            .graph("/me/sendMail", by: "POST"),
            profiles: ["work", "fabrikam", "home"], rules: [("https://graph.microsoft.com/*", "fabrikam")],
            current: nil,
            expecting: .chosen("fabrikam", .rule)),
        LadderCase(
            "a rule with the URL of another Graph does not match a relative path",
            rules: [("https://graph.microsoft.us/v1.0/me", "gov")], expecting: .chosen("work", .current)),
        LadderCase(
            "of rules with URLs of two Graphs, the one of the current profile's Graph matches a relative path",
            .graph("/me/sendMail", by: "POST"),
            rules: [
                ("https://dod-graph.microsoft.us/*", "gov"), ("https://graph.microsoft.us/*", "gov"),
                ("https://graph.microsoft.com/*", "admin"),
            ], expecting: .chosen("admin", .rule)),
        LadderCase(
            "a rule with the URL of another Graph than its profile's does not match a relative path",
            rules: [("https://graph.microsoft.us/v1.0/me", "home")], current: "gov", expecting: .chosen("gov", .current)
        ),
        LadderCase(
            "a rule for a host other than Graph's does not match a relative path",
            rules: [("host=contoso.sharepoint.com", "home")], expecting: .chosen("work", .current)),
        LadderCase("a rule for reads", .users, rules: [("READ /users", "audit")], expecting: .chosen("audit", .rule)),
        LadderCase(
            "a rule for writes does not match a read", .users, rules: [("WRITE /users", "admin")],
            expecting: .chosen("work", .current)),
        LadderCase(
            "a rule for paths does not match an action without a request", .anything, rules: [("/*", "gov")],
            expecting: .chosen("work", .current)),
    ]

    static let exclusion: [LadderCase] = [
        LadderCase("/me goes to the current profile", expecting: .chosen("work", .current)),
        LadderCase(
            "/me with a personal account as the current profile", current: "home", expecting: .chosen("home", .current)),
        LadderCase(
            "/me with an app as the current profile and one user", profiles: ["daemon", "work"], current: "daemon",
            expecting: .chosen("work", .only)),
        LadderCase(
            "/me with an app as the current profile and several users", profiles: ["daemon", "work", "home"],
            current: "daemon",
            expecting: .ambiguous(["work", "home"])),
        LadderCase(
            "/me/chats with a personal account as the current profile and one work account", .myChats,
            profiles: ["home", "work"], current: "home",
            expecting: .chosen("work", .only)),
        LadderCase(
            "/me/chats with a personal account as the current profile and several work accounts", .myChats,
            profiles: people, current: "home",
            expecting: .ambiguous(["work", "fabrikam", "gov"])),
        LadderCase(
            "/users with only a personal account", .users, profiles: ["home"], current: "home",
            expecting: .noneFits(isPolicy: false)),
        LadderCase(
            "/users with a personal account and an app", .users, profiles: ["home", "daemon"], current: "home",
            expecting: .chosen("daemon", .only)),
        LadderCase(
            "a read with a read-only current profile", .users, current: "audit", expecting: .chosen("audit", .current)),
        LadderCase(
            "a write with a read-only current profile and one other", .graph("/groups", by: "POST"),
            profiles: ["audit", "work"], current: "audit",
            expecting: .chosen("work", .only, asksBeforeWriting: true)),
        LadderCase(
            "a write with only a read-only profile", .graph("/groups", by: "POST"), profiles: ["audit"],
            current: "audit",
            expecting: .noneFits(isPolicy: true)),
        LadderCase(
            "a write with a read-only current profile and several others", .graph("/groups", by: "POST"),
            profiles: ["audit", "work", "fabrikam"],
            current: "audit", expecting: .ambiguous(["work", "fabrikam"])),
        LadderCase(
            "HEAD is a read", .graph("/users", by: "HEAD"), profiles: ["audit"], current: "audit",
            expecting: .chosen("audit", .current)),
        LadderCase(
            "PUT is a write", .graph("/x", by: "PUT"), profiles: ["audit"], current: "audit",
            expecting: .noneFits(isPolicy: true)),
        LadderCase("a full URL of another Graph", .full(gov), expecting: .chosen("gov", .only)),
        LadderCase(
            "a full URL of an unknown host", .full("https://evil.example"), expecting: .noneFits(isPolicy: true)),
        LadderCase(
            "a full URL of the current profile's Graph", .full("https://graph.microsoft.com"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "a write to a full URL of another Graph", Action(method: "POST", path: "/x", isWrite: true, endpoint: gov),
            expecting: .chosen("gov", .only, asksBeforeWriting: true)),
        LadderCase(
            "a SharePoint host of another cloud", .site("tailspin.sharepoint.us"), expecting: .chosen("gov", .only)),
        LadderCase(
            "a SharePoint host of a cloud without a profile", .site("x.sharepoint.cn"), profiles: ["work", "home"],
            expecting: .noneFits(isPolicy: false)),
        LadderCase(
            "an issuer without Graph is excluded from Graph requests", profiles: ["issuer", "work"], current: "issuer",
            expecting: .chosen("work", .only)),
        LadderCase(
            "an issuer without Graph is selected for a token", .anything, profiles: ["issuer", "work"],
            current: "issuer",
            expecting: .chosen("issuer", .current)),
        LadderCase(
            "only an issuer without Graph", profiles: ["issuer"], current: "issuer",
            expecting: .noneFits(isPolicy: false)),
        LadderCase(
            "a path missing from the permission table goes to the current profile", .graph("/unheard/of"),
            current: "home", expecting: .chosen("home", .current)),
        LadderCase(
            "a write to a path missing from the permission table goes to the current profile",
            .graph("/unheard/of", by: "POST"),
            expecting: .chosen("work", .current)),
    ]

    static let hints: [LadderCase] = [
        LadderCase(
            "a user of another tenant", .user("x@fabrikam.example"), profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a user of another tenant in capitals", .user("X@FABRIKAM.Example"), profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase("a user of the current tenant", .user("x@contoso.example"), expecting: .chosen("work", .current)),
        LadderCase(
            "a user of a tenant without a profile", .user("x@northwind.example"), expecting: .chosen("work", .current)),
        LadderCase(
            "a user of a tenant without a profile; no profile is current", .user("x@northwind.example"),
            profiles: people, current: nil,
            expecting: .ambiguous(["work", "fabrikam", "gov"])),
        LadderCase(
            "a guest profile does not match the domain of its username", .user("x@contoso.example"),
            profiles: ["guest", "gov", "work"], current: "gov", expecting: .chosen("work", .inference)),
        LadderCase(
            "a user of a tenant with a member and a guest", .user("x@fabrikam.example"),
            expecting: .ambiguous(["fabrikam", "guest"])),
        LadderCase(
            "a user of a tenant with a member and a guest; the guest is current", .user("x@fabrikam.example", "PATCH"),
            current: "guest", expecting: .chosen("guest", .current)),
        LadderCase(
            "a user of a guest's home tenant, which has no profile", .user("x@contoso.example", "DELETE"),
            profiles: ["guest", "gov"], current: "guest", expecting: .noneInTenant("contoso.example")),
        LadderCase(
            "a user of a tenant with two profiles, one of them current", .user("x@contoso.example"),
            current: "admin",
            expecting: .chosen("admin", .current)),
        LadderCase(
            "a user of a tenant with two profiles, none of them current", .user("x@contoso.example"),
            profiles: ["work", "admin", "gov"],
            current: "gov", expecting: .ambiguous(["work", "admin"])),
        LadderCase(
            "a user of a domain from the usage history", .user("x@fabrikam-gmbh.example"), profiles: people,
            usageHistory: .domains([SampleProfiles.fabrikamID: ["fabrikam-gmbh.example"]]),
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a user of a domain from the usage history, in a tenant with two profiles",
            .user("x@fabrikam-gmbh.example"),
            current: "gov",
            usageHistory: .domains([SampleProfiles.fabrikamID: ["fabrikam-gmbh.example"]]),
            expecting: .ambiguous(["fabrikam", "guest"])),
        LadderCase(
            "a guest's user principal name in the inviting tenant",
            .user("alice_contoso.example#EXT#@fabrikam.example"),
            profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "the address of the profile's own personal account",
            .graph("/users/alice@outlook.example/drive", .user("alice@outlook.example")),
            profiles: people, expecting: .chosen("home", .inference)),
        LadderCase(
            "the address of another personal account",
            .graph("/users/bob@outlook.example/drive", .user("bob@outlook.example")), profiles: people,
            expecting: .chosen("work", .current)),
        LadderCase(
            "a tenant id", .graph("/organization/x", .tenant(SampleProfiles.fabrikamID)), profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a tenant id in capitals", .graph("/organization/x", .tenant(SampleProfiles.fabrikamID.uppercased())),
            profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "the current tenant's id", .graph("/organization/x", .tenant(SampleProfiles.contosoID)),
            expecting: .chosen("work", .current)
        ),
        LadderCase(
            "the id of a tenant without a profile",
            .graph("/organization/x", .tenant("AAAAAAAA-0000-4000-8000-000000000001"), by: "PATCH"),
            expecting: .noneInTenant("aaaaaaaa-0000-4000-8000-000000000001")),
        LadderCase(
            "the id of a tenant without a profile; another profile's tenant is unknown",
            .graph("/organization/x", .tenant("aaaaaaaa-0000-4000-8000-000000000001")), profiles: ["work", "unsigned"],
            expecting: .chosen("work", .current)),
        LadderCase(
            "the id of a tenant without a profile, beside an issuer without tenants",
            .graph("/organization/x", .tenant("aaaaaaaa-0000-4000-8000-000000000001")), profiles: ["work", "issuer"],
            expecting: .noneInTenant("aaaaaaaa-0000-4000-8000-000000000001")),
        LadderCase(
            "the tenant id of personal accounts", Action(hints: [TenantHint(.tenant(personalID), at: "x")]),
            profiles: people, expecting: .chosen("home", .inference)),
        LadderCase(
            "a page of a tenant without a profile, which partners may open",
            Action(hints: [TenantHint(.visitedTenant("aaaaaaaa-0000-4000-8000-000000000001"), at: "x")]),
            expecting: .chosen("work", .current)),
        LadderCase(
            "a page of a profile's tenant",
            Action(hints: [TenantHint(.visitedTenant(SampleProfiles.fabrikamID), at: "x")]),
            profiles: people, expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a rule for the tenant of a page, which has no profile",
            Action(hints: [TenantHint(.visitedTenant("aaaaaaaa-0000-4000-8000-000000000001"), at: "x")]),
            rules: [("tenant=aaaaaaaa-0000-4000-8000-000000000001", "guest")], expecting: .chosen("guest", .rule)),
        LadderCase(
            "a domain", .graph("/domains/x", .domain("fabrikam.example")), profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a subdomain of a tenant's domain does not match", .graph("/domains/x", .domain("mail.fabrikam.example")),
            profiles: people,
            expecting: .chosen("work", .current)),
        LadderCase(
            "a SharePoint host by the first label of a tenant's domain", .site("fabrikam.sharepoint.com"),
            profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a OneDrive host of another tenant", .site("fabrikam-my.sharepoint.com"), profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a SharePoint administration host", .site("fabrikam-admin.sharepoint.com"), profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a SharePoint host of the current tenant", .site("contoso.sharepoint.com"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "a SharePoint host of no known tenant", .site("northwind.sharepoint.com"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "a SharePoint host by the tenant's initial domain", .site("fab.sharepoint.com"), profiles: people,
            usageHistory: .domains([SampleProfiles.fabrikamID: ["fab.onmicrosoft.com", "fabrikam.example"]]),
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a SharePoint host by another domain does not match if the initial domain is known",
            .site("fabrikam.sharepoint.com"), profiles: people,
            usageHistory: .domains([SampleProfiles.fabrikamID: ["fab.onmicrosoft.com"]]),
            expecting: .chosen("work", .current)),
        LadderCase(
            "a SharePoint host that a profile used, in a tenant with two profiles", .site("odd.sharepoint.com"),
            usageHistory: .used("odd.sharepoint.com", with: "guest"),
            expecting: .ambiguous(["fabrikam", "guest"])),
        LadderCase(
            "a write to a SharePoint host that the only profile of a tenant used", .site("odd.sharepoint.com", "POST"),
            profiles: people, usageHistory: .used("odd.sharepoint.com", with: "fabrikam"),
            expecting: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        LadderCase(
            "a write to a host that resembles the domain of another tenant", .site("fabrikam.sharepoint.com", "POST"),
            profiles: people, expecting: .ambiguous(["work", "fabrikam"])),
        LadderCase(
            "a write to a host that resembles the domain of another tenant; no profile is current",
            .site("fabrikam.sharepoint.com", "POST"), profiles: people, current: nil,
            expecting: .ambiguous(["fabrikam"])),
        LadderCase(
            "a write to a host that resembles the domain of the current tenant",
            .site("contoso.sharepoint.com", "POST"),
            profiles: people, expecting: .chosen("work", .current)),
        LadderCase(
            "a write to a host of an unknown tenant", .site("northwind.sharepoint.com", "POST"), profiles: people,
            expecting: .chosen("work", .current)),
        LadderCase(
            "a write to a host that resembles the domain of a read-only profile",
            .site("contoso.sharepoint.com", "POST"), profiles: ["audit", "fabrikam"], current: "fabrikam",
            expecting: .ambiguous(["fabrikam"])),
        LadderCase(
            "an item that another profile used", .item("m1"), profiles: people,
            usageHistory: .used("me/m1", with: "home"),
            expecting: .chosen("home", .inference)),
        LadderCase(
            "an item that the current profile used", .item("m1"), usageHistory: .used("me/m1", with: "work"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "an item that two profiles used, one of them current", .item("m1"),
            usageHistory: .used("me/m1", with: "work", "home"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "an item that two profiles used, none of them current", .item("m1"),
            usageHistory: .used("me/m1", with: "gov", "home"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "a group that another profile of the tenant used", .graph("/groups/g1", .item("g1")), current: "admin",
            usageHistory: .used("g1", with: "audit"), expecting: .chosen("admin", .current)),
        LadderCase(
            "a group of another tenant", .graph("/groups/g1", .item("g1"), by: "PATCH"), profiles: people,
            usageHistory: .used("g1", with: "fabrikam"),
            expecting: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        LadderCase(
            "the object id of a profile's account", .graph("/users/x", .item("CAROL@fabrikam.example"), by: "PATCH"),
            profiles: people, expecting: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        LadderCase(
            "a guest's object id in the home tenant, where no profile is",
            .graph("/users/x", .item("alice@contoso.example")), profiles: ["fabrikam", "guest", "gov"], current: "gov",
            expecting: .noneInTenant("contoso.example")),
        LadderCase(
            "an item that no profile used", .item("m2"), usageHistory: .used("me/m1", with: "home"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "an item that only an excluded profile used",
            .graph("/users/m1", .item("m1"), unsupportedKinds: Action.noPersonal),
            usageHistory: .used("me/m1", with: "home"), expecting: .addressed(["home"], isPolicy: false)),
        LadderCase(
            "an account without a profile and a tenant with one",
            .graph("/x", .account("zed@x"), .tenant(SampleProfiles.tailspinID)),
            expecting: .unknownAccount("/x")),
        LadderCase(
            "an account with a profile and a tenant without one",
            .graph(
                "/x", .account("carol@fabrikam.example"), .tenant("aaaaaaaa-0000-4000-8000-000000000001"), by: "POST"),
            expecting: .noneInTenant("aaaaaaaa-0000-4000-8000-000000000001")),
        LadderCase(
            "an account and a tenant that is not the account's",
            .graph("/x", .account("carol@fabrikam.example"), .tenant(SampleProfiles.tailspinID), by: "POST"),
            expecting: .ambiguous(["fabrikam", "gov"])),
        LadderCase(
            "two hints with the same tenant",
            .graph("/x", .tenant(SampleProfiles.fabrikamID), .domain("fabrikam.example")), profiles: people,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "two hints that narrow each other", .graph("/x", .domain("fabrikam.example"), .ownItem("m1")),
            usageHistory: .used("me/m1", with: "guest"), expecting: .chosen("guest", .inference)),
        LadderCase(
            "two hints of different tenants, one of them current",
            .graph("/x", .domain("fabrikam.example"), .domain("contoso.example")), profiles: people,
            expecting: .chosen("work", .current)),
        LadderCase(
            "two hints of different tenants, none of them current",
            .graph("/x", .domain("fabrikam.example"), .domain("contoso.example")), profiles: people,
            current: "home", expecting: .ambiguous(["work", "fabrikam"])),
        LadderCase(
            "two hints of different tenants do not fall back to the current profile for a write",
            .graph("/x", .domain("fabrikam.example"), .domain("contoso.example"), by: "POST"), profiles: people,
            expecting: .ambiguous(["work", "fabrikam"])),
        LadderCase(
            "a write to another tenant needs confirmation", .user("x@fabrikam.example", "DELETE"), profiles: people,
            expecting: .chosen("fabrikam", .inference, asksBeforeWriting: true)),
        LadderCase(
            "a write to the current tenant needs no confirmation", .user("x@contoso.example", "DELETE"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "a write to an item of another profile needs confirmation", .item("m1", "PATCH"), profiles: people,
            usageHistory: .used("me/m1", with: "home"), expecting: .chosen("home", .inference, asksBeforeWriting: true)),
        LadderCase(
            "a hint without a current profile", .user("x@fabrikam.example"), profiles: people, current: nil,
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a hint with a removed current profile", .user("x@fabrikam.example"), profiles: people, current: "gone",
            expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a hint of a tenant without a profile is ignored for a write", .user("x@tailspin.example", "DELETE"),
            profiles: ["work", "audit"], expecting: .chosen("work", .current)),
        LadderCase(
            "a write to the tenant of a read-only profile", .user("x@contoso.example", "DELETE"),
            profiles: ["fabrikam", "audit"], current: "fabrikam", expecting: .addressed(["audit"], isPolicy: true)),
        LadderCase(
            "a write to the tenant of a read-only and another profile", .user("x@contoso.example", "DELETE"),
            profiles: ["fabrikam", "audit", "work"], current: "fabrikam",
            expecting: .chosen("work", .inference, asksBeforeWriting: true)),
        LadderCase(
            "a user with a personal address on a path that excludes personal accounts",
            .user("alice@outlook.example", "DELETE"),
            profiles: people, expecting: .addressed(["home"], isPolicy: false)),
    ]

    static let permissions: [LadderCase] = [
        LadderCase(
            "no current profile; one has the permission", profiles: people, current: nil,
            usageHistory: .holding("Mail.Read", "home"),
            expecting: .chosen("home", .inference)),
        LadderCase(
            "no current profile; two have the permission", profiles: people, current: nil,
            usageHistory: .holding("Mail.Read", "home", "work"),
            expecting: .ambiguous(people)),
        LadderCase(
            "the current profile is selected without the permission", profiles: people,
            usageHistory: .holding("Mail.Read", "home"),
            expecting: .chosen("work", .current)),
        LadderCase(
            "the current profile is excluded; one other has the permission", .users, profiles: people, current: "home",
            usageHistory: .holding("User.Read.All", "gov"), expecting: .chosen("gov", .inference)),
        LadderCase(
            "the permission of an excluded profile does not count", .users, profiles: people, current: nil,
            usageHistory: .holding("User.Read.All", "home"), expecting: .ambiguous(["work", "fabrikam", "gov"])),
        LadderCase(
            "the permission decides between the profiles that a hint leaves", .user("x@contoso.example"),
            profiles: ["work", "admin", "gov"],
            current: "gov", usageHistory: .holding("User.Read.All", "admin"), expecting: .chosen("admin", .inference)),
        LadderCase(
            "a hint overrides the permission", .user("x@contoso.example"), profiles: people, current: "gov",
            usageHistory: .holding("User.Read.All", "fabrikam"), expecting: .chosen("work", .inference)),
        LadderCase(
            "no current profile; the permissions of an app are unknown", .users, profiles: ["fabrikam", "daemon"],
            current: nil,
            usageHistory: .holding("User.Read.All", "fabrikam", unknown: "daemon"),
            expecting: .ambiguous(["fabrikam", "daemon"])),
        LadderCase(
            "a write by permission needs confirmation", .graph("/me/sendMail", by: "POST"), profiles: people,
            current: nil,
            usageHistory: .holding("Mail.Send", "home"), expecting: .chosen("home", .inference, asksBeforeWriting: true)
        ),
    ]

    static let lastSteps: [LadderCase] = [
        LadderCase("no profile", profiles: [], current: nil, expecting: .noProfile),
        LadderCase("one profile, not current", profiles: ["home"], current: nil, expecting: .chosen("home", .only)),
        LadderCase(
            "one profile; a removed one is current", profiles: ["home"], current: "gone",
            expecting: .chosen("home", .only)),
        LadderCase(
            "one profile, which is current", profiles: ["home"], current: "home", expecting: .chosen("home", .current)),
        LadderCase(
            "a write by the only profile needs no confirmation", .graph("/me/sendMail", by: "POST"), profiles: ["home"],
            current: nil,
            expecting: .chosen("home", .only)),
        LadderCase(
            "several profiles, none current", profiles: ["work", "home"], current: nil,
            expecting: .ambiguous(["work", "home"])),
        LadderCase(
            "several profiles; a removed one is current", profiles: ["work", "home"], current: "gone",
            expecting: .ambiguous(["work", "home"])),
        LadderCase(
            "several profiles are listed by frecency", profiles: people, current: nil,
            usageHistory: .often("gov", "home"),
            expecting: .ambiguous(["gov", "home", "work", "fabrikam"])),
        LadderCase(
            "frecency does not decide", profiles: people, current: nil, usageHistory: .often("gov"),
            expecting: .ambiguous(["gov", "work", "fabrikam", "home"])),
        LadderCase(
            "several profiles for a write", .graph("/x", by: "POST"), profiles: ["work", "home", "audit"], current: nil,
            expecting: .ambiguous(["work", "home"])),
        LadderCase(
            "a token without a hint goes to the current profile", .anything, expecting: .chosen("work", .current)),
        LadderCase(
            "a token with an app as the current profile", .anything, current: "daemon",
            expecting: .chosen("daemon", .current)),
        LadderCase(
            "a token without a current profile", .anything, profiles: ["work", "daemon"], current: nil,
            expecting: .ambiguous(["work", "daemon"])),
        LadderCase(
            "a token with a binding", .anything, binding: .profile("daemon"), expecting: .chosen("daemon", .binding)),
        LadderCase(
            "a token for a SharePoint host",
            Action(
                clouds: [.global],
                hints: SharePointHost("fabrikam.sharepoint.com").map { [TenantHint(.sharePoint($0), at: $0.name)] }
                    ?? []),
            profiles: people, expecting: .chosen("fabrikam", .inference)),
        LadderCase(
            "a token for a resource of another cloud", Action(clouds: [.usgov]), expecting: .chosen("gov", .only)),
    ]

    static let all = flag + environment + binding + rule + exclusion + hints + permissions + lastSteps

    @Test(arguments: all)
    func expectedProfileIsSelected(_ line: LadderCase) throws {
        #expect(LadderCase.Outcome(try line.ladder) == line.expected)
    }

    @Test func tableHasAtLeast150Cases() {
        #expect(Set(Self.all.map(\.title)).count == Self.all.count)
        #expect(Self.all.count >= 150)
    }

    @Test(arguments: all)
    func selectionHasAReasonAndEveryCandidateAnOutcome(_ line: LadderCase) throws {
        let ladder = try line.ladder
        let selection = try? ladder.select()
        #expect(selection?.reason.isEmpty != true)
        let candidates = ladder.candidates(beside: selection)
        #expect(candidates.map(\.profile.name.text).sorted() == line.profiles.sorted())
        #expect(candidates.allSatisfy { !$0.reason.isEmpty })
        #expect(candidates.filter { $0.outcome == .chosen }.map(\.profile) == [selection?.profile].compactMap(\.self))
    }
}
