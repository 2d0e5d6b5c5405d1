import Foundation
import Testing

@testable import AuthCore

@Suite struct OAuthErrorTests {
    private func decode(_ json: String) -> OAuthError? {
        try? JSONDecoder().decode(OAuthError.self, from: Data(json.utf8))
    }

    @Test func decodesEntrasErrorResponse() throws {
        let error = try #require(
            decode(
                #"""
                {"error":"invalid_scope","error_description":"AADSTS70011: The scope is not valid. \r\nTrace ID: t\r\n
                Correlation ID: c","error_codes":[70011],"timestamp":"2016-01-09 02:02:12Z",
                "trace_id":"0000aaaa-11bb-cccc-dd33-eeeeee333333",
                "correlation_id":"aaaa0000-bb11-2222-33cc-444444dddddd",
                "error_uri":"https://login.microsoftonline.com/error?code=70011"}
                """#.replacing("\n", with: "")))
        #expect(error.code == "invalid_scope")
        #expect(error.codes == [70011])
        #expect(error.traceID == "0000aaaa-11bb-cccc-dd33-eeeeee333333")
        #expect(error.correlationID == "aaaa0000-bb11-2222-33cc-444444dddddd")
        #expect(error.summary == "AADSTS70011: The scope is not valid")
        #expect(!error.isInteractionRequired)
    }

    @Test func decodesTheClaimsOfARefusal() throws {
        let error = try #require(
            decode(
                #"{"error":"invalid_grant","suberror":"basic_action","error_codes":[50076],"claims":"{\"access_token\":{}}"}"#
            ))
        #expect(error.claims == #"{"access_token":{}}"#)
        #expect(error.suberror == "basic_action")
        #expect(error.isInteractionRequired)
        let account = Contoso.account
        let required = InteractionRequired(account: account, scopes: [], reason: .server(error))
        #expect(required.claims == error.claims)
        #expect(InteractionRequired(account: account, scopes: [], reason: .noTokens).claims == nil)
    }

    @Test(arguments: [
        ("invalid_grant", nil, true), ("interaction_required", nil, true), ("login_required", nil, true),
        ("consent_required", nil, true), ("invalid_grant", "bad_token", true), ("invalid_grant", "token_expired", true),
        ("invalid_grant", "client_mismatch", false), ("invalid_grant", "protection_policy_required", false),
        ("unauthorized_client", nil, false), ("invalid_client", nil, false), ("invalid_scope", nil, false),
        ("invalid_request", nil, false), ("server_error", nil, false), ("temporarily_unavailable", nil, false),
        ("access_denied", nil, false), ("", nil, false),
    ])
    func tellsWhetherInteractionIsRequired(code: String, suberror: String?, helps: Bool) {
        #expect(OAuthError(code: code, suberror: suberror).isInteractionRequired == helps)
    }

    @Test(arguments: [
        (50011, "invalid_request", nil, true), (0, "invalid_request", "AADSTS500113: No reply address", true),
        (0, "unauthorized_client", "AADSTS900971: No reply address provided.", true),
        (0, "redirect_uri_mismatch", nil, true), (0, "invalid_redirect_uri", nil, true),
        (0, "invalid_request", "Invalid parameter: redirect_uri", true),
        (0, "invalid_grant", "Redirect URI differs", true),
        (0, "invalid_request", "The scope is missing", false), (50020, "invalid_grant", nil, false),
    ])
    func tellsWhetherTheRedirectURIIsRefused(number: Int, code: String, description: String?, isRefused: Bool) {
        let error = OAuthError(code: code, description: description, codes: number == 0 ? [] : [number])
        #expect(error.rejectsRedirectURI == isRefused)
    }

    @Test(arguments: [("access_denied", true), ("authorization_declined", true), ("invalid_grant", false)])
    func tellsWhetherTheUserDeclined(code: String, declined: Bool) {
        #expect(OAuthError(code: code).isDeclined == declined)
    }

    /// A redirect has no `error_codes`.
    @Test(arguments: [
        ("AADSTS65004: User declined to consent", [65004]), ("AADSTS7000218", [7_000_218]), ("AADSTS: x", []),
        ("AADSTS99999999999999999999: x", []), ("AADSTS٣: x", []), ("See AADSTS65004", []), ("", []), (nil, []),
    ])
    func readsTheAADSTSNumberFromTheDescription(description: String?, codes: [Int]) {
        #expect(OAuthError(code: "access_denied", description: description).codes == codes)
    }

    @Test(arguments: [
        ("One line.", "One line"), ("One. Two.", "One. Two"), ("First\r\nTrace ID: x", "First"),
        ("First\nSecond", "First"),
        ("\r\n\r\nLate", "Late"), ("", nil), (nil, nil),
    ])
    func summaryIsTheFirstLineOfTheDescription(description: String?, summary: String?) {
        #expect(OAuthError(code: "x", description: description).summary == summary)
    }

    @Test(arguments: [
        #"{"error":"x","error_description":5,"error_codes":"7","claims":{},"suberror":null,"trace_id":[]}"#,
        #"{"error":"x"}"#, #"{"error":"x","error_codes":["7"]}"#,
    ])
    func ignoresMembersOfAnotherType(json: String) {
        #expect(decode(json) == OAuthError(code: "x"))
    }

    @Test(arguments: [
        "", "{}", "[]", "null", #"{"error":null}"#, #"{"error":{"code":"x"}}"#, #"{"error":5}"#, "<html>",
    ])
    func rejectsOtherDocuments(json: String) {
        #expect(decode(json) == nil)
    }
}
