import HostileInput
import Testing

@testable import AuthCore

@Suite struct AuthorizationResponseTests {
    @Test(arguments: [
        ("code=c&state=s", AuthorizationResponse.code("c")),
        ("state=s&code=c&session_state=x&client_info=y", .code("c")),
        ("code=c&state=s&iss=https%3A%2F%2Fidp.example", .code("c")), ("code=a%2Bb+c&state=s", .code("a+b c")),
        ("code=c", .wrongState), ("code=c&state=", .wrongState), ("code=c&state=S", .wrongState),
        ("code=c&state=s&state=s", .wrongState), ("code=c&state=s&state=x", .wrongState), ("", .wrongState),
        ("error=access_denied", .wrongState), ("error=access_denied&state=x", .wrongState),
        ("code=c&state=s&iss=https%3A%2F%2Fevil.example", .wrongState), ("code=c&state=s&iss=", .wrongState),
        ("state=s", .missingCode), ("state=s&code=", .missingCode), ("state=s&code=a&code=b", .missingCode),
        ("state=s&error=access_denied", .error(OAuthError(code: "access_denied"))),
        ("state=s&error=access_denied&code=c", .error(OAuthError(code: "access_denied"))),
        (
            "state=s&error=access_denied&error_description=AADSTS65004%3A+No.%0D%0ATrace+ID&error_subcode=cancel",
            .error(
                OAuthError(
                    code: "access_denied", description: "AADSTS65004: No.\r\nTrace ID", suberror: "cancel",
                    codes: [65004]))
        ),
    ])
    func parsesTheRedirect(query: String, response: AuthorizationResponse) {
        #expect(AuthorizationResponse(FormFields(query), state: "s", issuer: "https://idp.example") == response)
    }

    @Test func ignoresIssWithATemplateIssuer() {
        let fields = FormFields("code=c&state=s&iss=https%3A%2F%2Flogin.example%2Ft%2Fv2.0")
        let response = AuthorizationResponse(fields, state: "s", issuer: "https://login.example/{tenantid}/v2.0")
        #expect(response == .code("c"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func ignoresARedirectWithoutTheState(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let state = RandomToken.make()
        for _ in 0..<200 {
            let fields = FormFields(String(decoding: generator.bytes(upTo: 60), as: UTF8.self))
            #expect(AuthorizationResponse(fields, state: state, issuer: "") == .wrongState)
        }
    }
}
