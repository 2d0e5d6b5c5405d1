import HostileInput
import Testing

@testable import AccountProfiles

@Suite struct RulePatternTests {
    private static func get(_ path: String?, hosts: [String] = [], endpoint: String? = nil) -> Action {
        Action(path: path, needsGraph: true, endpoint: endpoint, hosts: hosts)
    }

    private static func write(_ method: String, _ path: String?) -> Action {
        Action(method: method, path: path, isWrite: true, needsGraph: true)
    }

    private static let cases: [(pattern: String, action: Action, matches: Bool)] = [
        ("DELETE /groups/*", Action(method: "DELETE", path: "/groups('x')", isWrite: true, needsGraph: true), true),
        ("/groups('x')/members", Action(path: "/Groups/x/members", needsGraph: true), true),
        ("/groups('*')/members", Action(path: "/groups/x/members", needsGraph: true), true),
        ("/users/ceo@a.b/*", Action(path: "/users(userPrincipalName='ceo@a.b')/sendMail", needsGraph: true), true),
        ("/users/o'neil@a.b", Action(path: "/users('o''neil@a.b')", needsGraph: true), true),
        ("/applications/x", get("/applications(appId='x')"), true),
        ("/me/sendMail", write("POST", "/me/sendMail()"), true),
        ("/me/sendMail", write("POST", "/me/microsoft.graph.sendMail"), true),
        ("/me/microsoft.graph.sendMail", write("POST", "/me/sendMail"), true),
        ("/users/*/microsoft.graph.*", write("POST", "/users/x/microsoft.graph.assignLicense"), true),
        ("/users/*/microsoft.graph.*", get("/users/x/messages"), false),
        ("/users/dana*", get("/users/microsoft.graph.user/dana"), true),
        ("/users/microsoft.graph.user/dana", get("/users/dana"), true),
        ("/users/microsoft.graph.u*", get("/users/microsoft.graph.user/dana"), true),
        ("/groups/*/members/user", get("/groups/x/members/microsoft.graph.user"), true),
        ("/me/x/on/y", get("/me/x/filterByCurrentUser(on='y')"), false),
        ("/me/drive*", write("PUT", "/drive/root:/x.txt:/content"), true),
        ("/drive/items/*", get("/me/drive/items/1"), true),
        ("/me/drive*", get("/drives/1"), false), ("/drive", get("/me/drive"), true),
        ("/me/drive", get("/me/drives"), false),
        ("/me", get("/me"), true), ("/me", get("/me/messages"), false), ("/me*", get("/me/messages"), true),
        ("/ME", get("/me"), true), ("/me", get("/Me"), true), ("/v1.0/me", get("/me"), true),
        ("/beta/users/*", get("/users/a/b"), true), ("/v1.0", get("/"), true), ("/betas", get("/s"), false),
        ("/users/a%40b.c", get("/users/a@b.c"), true), ("/users/a@b.c", get("/users/a%40b.c"), true),
        ("/users/*@b.c", get("/users/a%40b.c"), true), ("/a%20b", get("/a b"), true), ("/a%2Ab", get("/axb"), false),
        ("/a%2Ab", get("/a*b"), true), ("/ÄB", get("/äb"), true), ("/%C3%84", get("/ä"), true),
        ("/me/", get("/me"), true), ("/me", get("/me/"), true), ("//me//x", get("/me/x"), true), ("/", get("/"), true),
        ("/*", get("/me"), true), ("/*", get(nil), false), ("/me", get(nil), false),
        ("GET /me", get("/me"), true), ("get /me", get("/me"), true), ("POST /me", get("/me"), false),
        ("GET,POST /me", write("POST", "/me"), true), ("patch", write("PATCH", "/x"), true),
        ("WRITE", write("DELETE", "/x"), true), ("WRITE", get("/x"), false), ("READ", get("/x"), true),
        ("read", write("POST", "/x"), false), ("READ", get(nil), false), ("GET", get(nil), false),
        ("https://contoso.sharepoint.com/*", get("/sites/x", hosts: ["contoso.sharepoint.com"]), true),
        ("https://contoso.sharepoint.com", get(nil, hosts: ["contoso.sharepoint.com"]), true),
        ("https://CONTOSO.sharepoint.com/*", get(nil, hosts: ["contoso.sharepoint.com"]), true),
        ("https://contoso.sharepoint.com/*", get("/x", hosts: ["fabrikam.sharepoint.com"]), false),
        ("https://*.sharepoint.com/sites/*", get("/sites/x", hosts: ["a.b", "c.sharepoint.com"]), true),
        ("https://*.sharepoint.com/sites/*", get("/teams/x", hosts: ["c.sharepoint.com"]), false),
        ("https://graph.microsoft.us/*", get("/me", endpoint: "https://graph.microsoft.us"), true),
        ("https://graph.microsoft.us/v1.0/me", get("/me", endpoint: "https://graph.microsoft.us"), true),
        ("https://graph.microsoft.us/*", get("/me", endpoint: "https://graph.microsoft.us.evil"), false),
        ("https://graph.microsoft.us/*", get("/me"), false),
        ("http://localhost:8080/*", get("/me", endpoint: "http://localhost:8080"), true),
        ("http://localhost/*", get("/me", endpoint: "http://localhost:8080"), true),
        ("http://localhost:1/*", get("/me", endpoint: "http://localhost:8080"), false),
        ("http://[::1]/*", get("/me", endpoint: "http://[::1]:80"), true),
        ("host=*.sharepoint.us", get(nil, hosts: ["a.sharepoint.us"]), true),
        ("HOST=A.b", get(nil, hosts: ["a.b"]), true), ("host=a.b", get("/a.b"), false),
    ]

    private static let covering: [(pattern: String, other: String, covers: Bool)] = [
        ("/users/*", "/users/a*", true), ("/users/a*", "/users/*", false), ("/*a*", "/b*a*c", true),
        ("/a*c", "/a*b*c", true), ("/a*b*c", "/a*c", false), ("/me", "GET /me", true), ("GET /me", "/me", false),
        ("GET,POST /me", "GET /me", true), ("GET /me", "GET,POST /me", false), ("READ /me", "GET,HEAD /me", true),
        ("GET,HEAD /me", "READ /me", false), ("WRITE", "DELETE /me", true), ("WRITE", "READ,DELETE /me", false),
        ("host=*.b.c", "host=a.b.c", true), ("host=a.b.c", "/me", false), ("tenant=a.b", "tenant=a.b /me", true),
        ("tenant=a.b", "tenant=b.c /me", false), ("/*", "host=a.b", false), ("host=*", "https://a.b/me", true),
        ("/*", "https://a.b/me", false),
    ]

    @Test(arguments: covering)
    func patternCoversAnother(pattern: String, other: String, covers: Bool) throws {
        #expect(try RulePattern(pattern).covers(RulePattern(other)) == covers)
    }

    @Test func coveringPatternMatchesWhateverTheOtherDoes() throws {
        let patterns = try (Self.cases.map(\.pattern) + Self.covering.flatMap { [$0.pattern, $0.other] })
            .map { try RulePattern($0) }
        for pattern in patterns {
            for other in patterns where pattern.covers(other) {
                for action in Self.cases.map(\.action) where other.matches(action, tenants: ["a.b"]) {
                    #expect(pattern.matches(action, tenants: ["a.b"]), "\(pattern.text) covers \(other.text)")
                }
            }
        }
    }

    @Test(arguments: cases)
    func patternMatchesItsRequests(pattern: String, action: Action, matches: Bool) throws {
        #expect(try RulePattern(pattern).matches(action, tenants: []) == matches)
    }

    /// A path alone is one of Graph, and a token can be used with any method.
    @Test func otherTargetsMatchNoPathAloneAndTokensNoMethod() throws {
        let host = "dev.azure.com"
        let git = Action(path: "/a/_git/b", givesToken: true, hosts: [host])
        #expect(try !RulePattern("/*").matches(git, tenants: []))
        #expect(try RulePattern("https://\(host)/a/*").matches(git, tenants: []))
        for method in ["WRITE", "READ", "GET", "GET,POST"] {
            let pattern = try RulePattern("\(method) https://\(host)/a/*")
            #expect(!pattern.matches(git, tenants: []))
            #expect(pattern.mayMatch(git, tenants: []))
            #expect(try !RulePattern("\(method) https://\(host)/c/*").mayMatch(git, tenants: []))
        }
    }

    @Test func tenantPatternMatchesTheTenantsOfTheAction() throws {
        let id = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
        let pattern = try RulePattern("tenant=Contoso.com")
        #expect(pattern.matches(.anything, tenants: [id, "contoso.com"]))
        #expect(!pattern.matches(.anything, tenants: [id]))
        #expect(
            try RulePattern("GET tenant=\(id.uppercased())").matches(
                Action(path: "/me", needsGraph: true), tenants: [id]))
        #expect(try !RulePattern("POST tenant=\(id)").matches(Action(path: "/me", needsGraph: true), tenants: [id]))
    }

    @Test(arguments: [
        ("", RulePatternError.empty), ("  \t", .empty), ("me", .unknownPart("me")),
        ("me/messages", .unknownPart("me/messages")), ("GET,", .unknownPart("GET,")), (",", .unknownPart(",")),
        ("GET1", .unknownPart("GET1")), ("FOO /x", .unknownPart("FOO")), ("GET POST", .twice("POST")),
        ("/a /b", .twice("/b")),
        ("/a https://h/", .twice("https://h/")), ("host=a host=b", .twice("host=b")),
        ("https://a host=b", .twice("host=b")), ("tenant=a.b tenant=a.b", .twice("tenant=a.b")),
        ("http://graph.microsoft.com/*", .scheme("http://graph.microsoft.com/*")), ("ftp://h/", .scheme("ftp://h/")),
        ("http://*.localhost/", .scheme("http://*.localhost/")),
        ("http://127.0.0.1.evil/", .scheme("http://127.0.0.1.evil/")),
        ("https:///me", .host("")), ("https://a@b/", .host("a@b")), ("host=", .host("")), ("host=a/b", .host("a/b")),
        ("host=bücher.example", .host("bücher.example")), ("tenant=", .tenant("")),
        ("tenant=contoso", .tenant("contoso")),
        ("tenant=-a.b", .tenant("-a.b")), ("/me?$top=1", .query("/me?$top=1")),
        ("https://h/a?b", .query("https://h/a?b")),
        ("https://h?b", .query("https://h?b")), ("/a\u{7}", .unprintable), ("/a\u{202E}", .unprintable),
        ("/a\u{A0}b", .unprintable), ("/a\nb", .unprintable), ("/a\u{3164}", .unprintable),
        ("/" + String(repeating: "a", count: 1024), .tooLong(limit: 1024)),
    ])
    func invalidPatternIsRejected(text: String, error: RulePatternError) {
        #expect(failure { () throws(RulePatternError) in try RulePattern(text) } == error)
    }

    @Test(arguments: [
        ("/me", " /ME/ "), ("GET,POST /a", "post,get,GET  /v1.0/a"), ("host=a.b", "https://A.b/*"),
        ("host=a.b", "https://a.b"), ("tenant=A.B /x host=h", "/x host=H tenant=a.b"), ("/a@b", "/a%40b"),
        ("/a**", "/a*"), ("/%2541", "/a"),
    ])
    func equivalentPatternsHaveTheSameKey(left: String, right: String) throws {
        #expect(try RulePattern(left).key == RulePattern(right).key)
    }

    @Test(arguments: [
        ("/a", "/b"), ("/a*", "/a%2A"), ("/a host=b", "/a%20host=b"), ("/a%00b", "/a%00c"), ("GET /a", "READ /a"),
        ("GET", "GET,HEAD"), ("/%25", "/"), ("host=a", "tenant=a.a"),
    ])
    func differentPatternsHaveDifferentKeys(left: String, right: String) throws {
        #expect(try RulePattern(left).key != RulePattern(right).key)
    }

    @Test func patternKeepsItsTypedText() throws {
        #expect(try RulePattern("  get,POST \t /V1.0/Me/%40* ").text == "get,POST /V1.0/Me/%40*")
    }

    @Test(arguments: SeededGenerator.seeds)
    func patternWithoutAWildcardMatchesOnlyItself(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let path = "/" + generator.text(upTo: 6)
            // Blanks around a pattern are not part of it.
            guard !path.utf8.contains(where: " \t*".utf8.contains), let pattern = try? RulePattern(path) else {
                continue
            }
            #expect(pattern.matches(Self.get(path), tenants: []), "\(path.debugDescription)")
            #expect(!pattern.matches(Self.get(path + "x"), tenants: []), "\(path.debugDescription)")
            #expect(!pattern.matches(Self.get("/x" + path), tenants: []), "\(path.debugDescription)")
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomTextIsAPatternOrAnError(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let parts = [
            "GET", ",", "/", "*", "https://", "http://", "host=", "tenant=", "?", "%", "%2", "%41", " ", ".", "a",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                Bool.random(using: &generator) ? generator.text(upTo: 2) : parts.randomElement(using: &generator) ?? ""
            }.joined()
            guard let pattern = try? RulePattern(text) else { continue }
            #expect(!pattern.text.isEmpty && !pattern.key.isEmpty)
            #expect((try? RulePattern(pattern.text))?.key == pattern.key)
            #expect(!pattern.text.unicodeScalars.contains { $0.properties.generalCategory == .control })
            _ = pattern.matches(Action(path: "/" + generator.text(upTo: 6), hosts: [text]), tenants: [text])
        }
    }
}
