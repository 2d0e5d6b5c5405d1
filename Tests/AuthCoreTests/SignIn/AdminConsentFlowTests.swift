import Foundation
import Testing

@testable import AuthCore

@Suite(.timeLimit(.minutes(1))) struct AdminConsentFlowTests {
    /// Runs the flow with a browser that comes back with these fields and the right state.
    private func run(answer: String) async throws -> (Result<AdminConsent, AuthError>, page: String) {
        let (pages, continuation) = AsyncStream.makeStream(of: String.self)
        let flow = AdminConsentFlow(
            clientID: "c", authority: try Contoso.authority(), clock: TestClock.still, redirectPort: 0,
            timeout: .seconds(300)
        ) { url in
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
