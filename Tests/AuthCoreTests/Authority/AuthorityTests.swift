import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

@Suite struct AuthorityTests {
    @Test(arguments: [
        ("https://login.microsoftonline.com/common", "https://login.microsoftonline.com/common"),
        ("https://login.microsoftonline.com", "https://login.microsoftonline.com/common"),
        ("https://login.microsoftonline.com/", "https://login.microsoftonline.com/common"),
        ("HTTPS://Login.MicrosoftOnline.Com/Contoso.COM/", "https://login.microsoftonline.com/contoso.com"),
        ("https://login.microsoftonline.com/contoso.com/v2.0", "https://login.microsoftonline.com/contoso.com"),
        ("https://login.microsoftonline.com/contoso.com/V2.0/", "https://login.microsoftonline.com/contoso.com"),
        ("https://login.windows.net/common", "https://login.microsoftonline.com/common"),
        ("https://sts.windows.net/organizations", "https://login.microsoftonline.com/organizations"),
        ("https://login.chinacloudapi.cn/a.cn", "https://login.partner.microsoftonline.cn/a.cn"),
        ("https://login.usgovcloudapi.net/a.us", "https://login.microsoftonline.us/a.us"),
        ("https://login.example.com:8443/Tenant", "https://login.example.com:8443/tenant"),
        ("https://login.example.com:443/tenant", "https://login.example.com/tenant"),
        ("http://localhost:5000/common", "http://localhost:5000/common"),
        ("http://localhost:80/common", "http://localhost/common"),
        ("http://127.8.9.1:5000/common", "http://127.8.9.1:5000/common"),
        ("http://[::1]:5000/common", "http://[::1]:5000/common"),
        ("http://login.localhost/common", "http://login.localhost/common"),
    ])
    func canonicalizesEntraURLs(typed: String, url: String) throws {
        let authority = try Authority(kind: .entra, url: typed)
        #expect(authority.url == url)
        #expect(authority.openIDConfigurationURL == "\(url)/v2.0/.well-known/openid-configuration")
        #expect(try Authority(kind: .entra, url: url) == authority)
    }

    @Test(arguments: [
        ("https://idp.example", "https://idp.example", "idp.example"),
        ("https://IDP.example/Realms/One/", "https://idp.example/Realms/One", "idp.example/Realms/One"),
        ("https://idp.example:8443/a/v2.0", "https://idp.example:8443/a/v2.0", "idp.example:8443/a/v2.0"),
        ("http://127.0.0.1:9000/default", "http://127.0.0.1:9000/default", "127.0.0.1:9000/default"),
        ("http://[::1]:9000/x", "http://[::1]:9000/x", "[::1]:9000/x"),
        ("https://login.windows.net/x", "https://login.windows.net/x", "login.windows.net/x"),
        ("https://idp.example/a%20b", "https://idp.example/a%20b", "idp.example/a%20b"),
    ])
    func oidcIssuerIsItsOwnEnvironment(typed: String, url: String, environment: String) throws {
        let authority = try Authority(kind: .oidc, url: typed)
        #expect(authority.url == url)
        #expect(authority.environment == environment)
        #expect(authority.openIDConfigurationURL == "\(url)/.well-known/openid-configuration")
        #expect(authority.tenant == nil)
        #expect(authority.cloud == nil)
        #expect(try authority.with(tenant: "contoso.com") == authority)
    }

    @Test(arguments: [
        ("", AuthorityProblem.notAURL), ("contoso.com", .notAURL), ("/common", .notAURL), ("https:///common", .notAURL),
        ("https://", .notAURL), ("https://a b/common", .notAURL), ("https://evil.example%2F.good.example/x", .notAURL),
        ("https://evil.example%40good.example/x", .notAURL), ("https://good.example%00/x", .notAURL),
        ("https://good.example:x/common", .notAURL), ("https://good.example\\@evil.example/x", .extraParts),
        ("http://login.microsoftonline.com/common", .notHTTPS), ("ftp://localhost/common", .notHTTPS),
        ("http://128.0.0.1/common", .notHTTPS), ("http://127.0.0.1.evil.example/common", .notHTTPS),
        ("http://localhost.evil.example/common", .notHTTPS), ("http://[::2]/common", .notHTTPS),
        ("http://127.0.0.256/common", .notHTTPS), ("http://127.1/common", .notHTTPS),
        ("javascript://localhost/%0Aalert(1)", .notHTTPS), ("file:///etc/passwd", .notAURL),
        ("https://user@login.microsoftonline.com/common", .extraParts),
        ("https://:pw@login.microsoftonline.com/common", .extraParts),
        ("https://login.microsoftonline.com/common?x=1", .extraParts),
        ("https://login.microsoftonline.com/common?", .extraParts),
        ("https://login.microsoftonline.com/common#x", .extraParts),
        ("https://login.microsoftonline.com/a/b", .notATenant),
        ("https://login.microsoftonline.com/a%2Fb", .notATenant),
        ("https://login.microsoftonline.com/a_b", .notATenant), ("https://login.microsoftonline.com/ü", .notATenant),
        ("https://login.microsoftonline.com/..", .notATenant), ("https://login.microsoftonline.com/-", .notATenant),
    ])
    func rejectsUnsafeURLs(url: String, problem: AuthorityProblem) {
        let error = failure { () throws(AuthError) in try Authority(kind: .entra, url: url) }
        guard case .invalidAuthority(url, problem) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
    }

    @Test(arguments: [
        ("https://login.microsoftonline.com/common", "login.microsoftonline.com", Cloud.global),
        ("https://login.microsoft.com/common", "login.microsoftonline.com", .global),
        ("https://login.microsoftonline.us/common", "login.microsoftonline.us", .usgov),
        ("https://login.partner.microsoftonline.cn/common", "login.partner.microsoftonline.cn", .china),
        ("http://localhost:5000/common", "localhost:5000", nil),
        ("https://login.example.com/x", "login.example.com", nil),
    ])
    func environmentIsTheLoginHost(url: String, environment: String, cloud: Cloud?) throws {
        let authority = try Authority(kind: .entra, url: url)
        #expect(authority.environment == environment)
        #expect(authority.cloud == cloud)
    }

    @Test func otherTenantIsInTheSameEnvironment() throws {
        let common = try Authority(kind: .entra, url: "http://localhost:5000")
        let contoso = try common.with(tenant: "Contoso.com")
        #expect(common.tenant == "common")
        #expect(contoso.tenant == "contoso.com")
        #expect(contoso.url == "http://localhost:5000/contoso.com")
        #expect(contoso.environment == common.environment)
        #expect(try common.with(tenant: "") == common)
    }

    @Test(arguments: ["../x", "a/b", "a?b", "a#b", "@evil.example", "a b", "..", ".", "a%2Fb", "\r\n"])
    func rejectsTenantsThatChangeTheURL(tenant: String) throws {
        let common = try Authority(kind: .entra, url: "https://login.microsoftonline.com")
        #expect(throws: AuthError.self) { try common.with(tenant: tenant) }
        #expect(throws: AuthError.self) { try Authority(cloud: .global, tenant: tenant) }
    }

    @Test(arguments: SeededGenerator.seeds, [Authority.Kind.entra, .oidc])
    func anyTextIsRejectedOrCanonical(seed: UInt64, kind: Authority.Kind) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let typed = "https://" + generator.text(upTo: 12)
            guard let authority = try? Authority(kind: kind, url: typed) else { continue }
            #expect(try Authority(kind: kind, url: authority.url) == authority, "\(typed.debugDescription)")
        }
    }
}

@Suite struct CloudTests {
    @Test(arguments: [
        ("login.microsoftonline.com", Cloud.global), ("login.windows.net", .global), ("login.microsoft.com", .global),
        ("sts.windows.net", .global), ("login.microsoftonline.us", .usgov), ("login.usgovcloudapi.net", .usgov),
        ("login.partner.microsoftonline.cn", .china), ("login.chinacloudapi.cn", .china), ("login.example.com", nil),
        ("evil.login.microsoftonline.com", nil), ("", nil),
    ])
    func knowsEveryNameOfALoginHost(host: String, cloud: Cloud?) {
        #expect(Cloud(loginHost: host) == cloud)
    }

    @Test(arguments: Cloud.allCases)
    func everyCloudHasItsOwnGraph(cloud: Cloud) throws {
        #expect(cloud.graph.hasPrefix("https://"))
        #expect(Cloud.allCases.filter { $0.graph == cloud.graph } == [cloud])
        #expect(try Authority(cloud: cloud, tenant: "common").url == "https://\(cloud.loginHost)/common")
    }

    @Test func loginHostsOfCloudsDiffer() {
        #expect(Cloud.preferredHost(for: "login.microsoftonline.us") != Cloud.preferredHost(for: "login.windows.net"))
        #expect(Cloud.preferredHost(for: "login.chinacloudapi.cn") != Cloud.preferredHost(for: "login.windows.net"))
    }
}

@Suite struct LoopbackTests {
    @Test(arguments: [
        "localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.255.255.255", "::1", "[::1]",
    ])
    func acceptsLoopbackHosts(host: String) {
        #expect(HTTPOrigin.isLoopback(host: host))
    }

    @Test(arguments: [
        "", "localhost.", "localhost.example", "xlocalhost", "126.0.0.1", "128.0.0.1", "127.0.0", "127.0.0.1.1",
        "127.0.0.256", "127.0.0.", "127..0.1", "127.0.0.-1", "127.0.0.x", "::", "::2", "[::ffff:127.0.0.1]", "0.0.0.0",
        "[", "]", "[]",
    ])
    func rejectsOtherHosts(host: String) {
        #expect(!HTTPOrigin.isLoopback(host: host))
    }
}
