import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct ClaimsRequestTests {
    struct Example: Sendable {
        let demands: String?
        let merged: String?
    }

    @Test(arguments: [
        Example(demands: nil, merged: #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#),
        Example(
            demands: #"{"access_token":{"nbf":{"essential":true, "value":"1604106651"}}}"#,
            merged: #"{"access_token":{"nbf":{"essential":true,"value":"1604106651"},"xms_cc":{"values":["cp1"]}}}"#),
        Example(
            demands: #"{"id_token":{"a/b":null},"access_token":{"acrs":{"essential":true,"value":"cp1"}}}"#,
            merged:
                #"{"access_token":{"acrs":{"essential":true,"value":"cp1"},"xms_cc":{"values":["cp1"]}},"id_token":{"a/b":null}}"#
        ),
        Example(demands: "no JSON", merged: "no JSON"), Example(demands: "[]", merged: "[]"),
        Example(
            demands: #"{"access_token":"odd"}"#, merged: #"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#),
    ])
    func mergesDemandedClaimsAndCapabilities(example: Example) {
        #expect(ClaimsRequest.merge(example.demands, capabilities: ["cp1"]) == example.merged)
        #expect(ClaimsRequest.merge(example.demands, capabilities: []) == example.demands)
    }

    private func application(_ http: ScriptedHTTP, _ cache: InMemoryTokenCache) throws -> PublicClientApplication {
        PublicClientApplication(
            clientID: Contoso.clientID, authority: try Contoso.authority(), cache: cache, http: http,
            clientCapabilities: ["cp1"], clock: SilentAcquisitionFixture().clock.wallClock)
    }

    /// A capability is said with every request, and is no reason to make one.
    @Test func capabilitiesDoNotBypassTheCache() async throws {
        let fixture = SilentAcquisitionFixture()
        try fixture.cache(accessToken: "AT-cached", expiresOn: 20_000)
        try fixture.cache(refreshToken: "RT")
        let http = ScriptedHTTP([.json(try Contoso.tokens())])
        let application = try application(http, fixture.cache)
        var request = SilentRequest(account: Contoso.account, tenantID: Contoso.tenantID, scopes: ["User.Read"])
        #expect(try await application.acquireTokenSilently(request).accessToken == Secret("AT-cached"))
        #expect(http.forms.isEmpty)
        request.forceRefresh = true
        _ = try await application.acquireTokenSilently(request)
        #expect(http.forms.map { $0["claims"] } == [#"{"access_token":{"xms_cc":{"values":["cp1"]}}}"#])
    }
}
