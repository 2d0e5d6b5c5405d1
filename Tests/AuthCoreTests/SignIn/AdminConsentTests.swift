import Foundation
import HostileInput
import Testing

@testable import AuthCore

@Suite(.timeLimit(.minutes(1))) struct AdminConsentFlowTests {
    /// Runs the flow with a browser that redirects with these fields and the right state.
    private func run(answer: String) async throws -> (Result<AdminConsent, AuthError>, page: String) {
        let (pages, continuation) = AsyncStream.makeStream(of: String.self)
        let flow = AdminConsentFlow(
            clientID: "c", authority: try Contoso.authority(), clock: TestClock.still, redirectURI: .localhost,
            timeout: .seconds(300)
        ) { start in
            let url = await BrowserTab.page(from: start) ?? ""
            let fields = FormFields(url.split(separator: "?", maxSplits: 1).last ?? "")
            let port = fields["redirect_uri"].flatMap { URLComponents(string: $0)?.port } ?? 0
            // As a browser's command does: it ends, and the tab stays.
            Task {
                _ = await BrowserTab.get("/?\(answer)&state=strange", port: port)
                let page = await BrowserTab.get("/?\(answer)&state=\(fields["state"] ?? "")", port: port)
                continuation.yield(page ?? "")
            }
        }
        let result: Result<AdminConsent, AuthError>
        do throws(AuthError) { result = .success(try await flow.run(["User.Read.All"])) } catch {
            result = .failure(error)
        }
        return (result, await pages.first { _ in true } ?? "")
    }

    @Test func returnsTheConsent() async throws {
        let (result, page) = try await run(answer: "admin_consent=True&tenant=t&scope=User.Read.All")
        #expect(try result.get() == AdminConsent(tenantID: "t", scopes: ["User.Read.All"]))
        #expect(page.contains("Consent granted for the whole organization"))
    }

    @Test func decliningIsItsOwnError() async throws {
        let (result, page) = try await run(answer: "error=access_denied&error_description=AADSTS65004%3A+%3Cb%3E")
        guard case .failure(.declined(let error)) = result else { throw Unexpected(result) }
        #expect(error.codes == [65004])
        #expect(page.contains("Consent was not granted") && !page.contains("<b>"))
    }

    @Test func missingAdministratorRoleIsARefusal() async throws {
        let (result, _) = try await run(answer: "error=access_denied&error_description=AADSTS90094%3A+x")
        guard case .failure(.refused(let error)) = result else { throw Unexpected(result) }
        #expect(error.needsAdministrator)
    }

    @Test func redirectWithoutDecisionIsAnError() async throws {
        let (result, page) = try await run(answer: "code=c")
        guard case .failure(.redirect(.missingConsent)) = result else { throw Unexpected(result) }
        #expect(page.contains("Consent was not granted"))
    }
}

@Suite struct AdminConsentRequestTests {
    private func request(_ tenant: String, scopes: Scopes = ["User.Read.All"]) throws -> AdminConsentRequest {
        try AdminConsentRequest(
            authority: try Contoso.authority(tenant), clientID: "client 1", scopes: scopes,
            redirectURI: "http://localhost:5000")
    }

    /// A name that occurs twice reads as absent, so these also show that each occurs once.
    @Test func hasClientScopesRedirectURIAndState() throws {
        let request = try request(Contoso.tenantID, scopes: ["User.Read.All", "https://a.example/b?c&d", "openid"])
        let fields = FormFields(try #require(request.url.split(separator: "?", maxSplits: 1).last))
        #expect(fields["client_id"] == "client 1")
        #expect(fields["scope"] == "User.Read.All https://a.example/b?c&d")
        #expect(fields["redirect_uri"] == "http://localhost:5000")
        #expect(fields["state"] == request.state)
        #expect(request.state.utf8.count >= 43)
        #expect(try request.state != self.request(Contoso.tenantID).state)
    }

    @Test(arguments: [
        (Contoso.tenantID, Contoso.tenantID), ("contoso.com", "contoso.com"), ("organizations", "organizations"),
        ("common", "organizations"),
    ])
    func usesOrganizationsInsteadOfCommon(tenant: String, inPath: String) throws {
        #expect(try request(tenant).url.hasPrefix("\(Contoso.base)/\(inPath)/v2.0/adminconsent?"))
    }

    @Test(arguments: ["https://login.microsoftonline.com/consumers", "https://x.b2clogin.com/x/B2C_1_a"])
    func rejectsAuthoritiesWithoutAdministrators(url: String) throws {
        let authority = try Authority(url: url)
        let error = failure { () throws(AuthError) in
            try AdminConsentRequest(authority: authority, clientID: "c", scopes: ["A"], redirectURI: "http://localhost")
        }
        guard case .adminConsentUnsupported = error else { throw Unexpected(error) }
    }

    @Test func rejectsThePersonalTenant() throws {
        let error = failure { () throws(any Error) in try request(Authority.personalTenantID) }
        guard case .adminConsentUnsupported = error as? AuthError else { throw Unexpected(error) }
    }
}

@Suite struct AdminConsentResponseTests {
    private static func granted(_ tenant: String, _ scopes: Scopes = []) -> AdminConsentResponse {
        .granted(AdminConsent(tenantID: tenant, scopes: scopes))
    }

    @Test(arguments: [
        ("admin_consent=True&tenant=T-1&state=s&scope=https%3A%2F%2Fg%2FA+B", granted("t-1", ["https://g/A", "B"])),
        ("admin_consent=true&tenant=t&state=s", granted("t")), ("admin_consent=TRUE&tenant=t&state=s", granted("t")),
        ("admin_consent=True&tenant=t", nil), ("admin_consent=True&tenant=t&state=S", nil), ("", nil),
        ("admin_consent=True&tenant=t&state=s&state=s", nil), ("error=access_denied&state=x", nil),
        ("admin_consent=False&tenant=t&state=s", .unclear), ("tenant=t&state=s", .unclear),
        ("admin_consent=True&state=s", .unclear), ("admin_consent=True&tenant=&state=s", .unclear),
        ("admin_consent=True&admin_consent=True&tenant=t&state=s", .unclear),
        ("admin_consent=True&tenant=a&tenant=b&state=s", .unclear), ("code=c&state=s", .unclear),
        ("admin_consent=True&tenant=t&state=s&error=x", .error(OAuthError(code: "x"))),
        (
            "admin_consent=True&state=s&error=access_denied&error_description=AADSTS65004%3A+No.&error_subcode=cancel",
            .error(
                OAuthError(
                    code: "access_denied", description: "AADSTS65004: No.", suberror: "cancel", codes: [65004]))
        ),
    ])
    func parsesTheRedirect(query: String, response: AdminConsentResponse?) {
        #expect(AdminConsentResponse(FormFields(query), state: "s") == response)
    }

    @Test(arguments: SeededGenerator.seeds)
    func ignoresARedirectWithoutTheState(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let state = RandomToken.make()
        for _ in 0..<200 {
            let noise = String(decoding: generator.bytes(upTo: 60), as: UTF8.self)
            #expect(AdminConsentResponse(FormFields("admin_consent=True&tenant=t&" + noise), state: state) == nil)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomTextIsNotAConsent(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let noise = generator.text(upTo: 40).replacing("&", with: "")
            let response = AdminConsentResponse(FormFields("state=s&admin_consent=\(noise)x&tenant=t"), state: "s")
            #expect(response == .unclear)
        }
    }
}
