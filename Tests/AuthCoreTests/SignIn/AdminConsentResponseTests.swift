import HostileInput
import Testing

@testable import AuthCore

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
    func randomTextIsNoConsent(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let noise = generator.text(upTo: 40).replacing("&", with: "")
            let response = AdminConsentResponse(FormFields("state=s&admin_consent=\(noise)x&tenant=t"), state: "s")
            #expect(response == .unclear)
        }
    }
}
