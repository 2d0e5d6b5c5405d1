import HTTPTransport
import Testing

@Suite struct HTTPErrorTests {
    @Test(arguments: [
        (HTTPError.cannotResolve(host: "h"), true, true), (.cannotConnect(host: "h", reason: ""), true, true),
        (.proxyRefused(host: "h", proxy: "p", status: 407), false, true),
        (.proxyRefused(host: "h", proxy: "p", status: 502), true, true),
        (.timedOut(host: "h", seconds: 1), true, false), (.connectionLost(host: "h", reason: ""), true, false),
        (.tls(host: "h", reason: ""), false, false), (.untrustedCertificate(host: "h", .expired), false, false),
        (.unreadableAuthorities(path: "/ca"), false, false), (.cancelled, false, false),
        (.tooManyRedirects(limit: 1), false, false),
        (.libraryMissing(reason: ""), false, false), (.libraryFailed(reason: ""), false, false),
    ])
    func errorsKnowWhetherARetryMakesSense(error: HTTPError, isTransient: Bool, isBeforeConnection: Bool) {
        #expect(error.isTransient == isTransient)
        #expect(error.isBeforeConnection == isBeforeConnection)
    }
}
