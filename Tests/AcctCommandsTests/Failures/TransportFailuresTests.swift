import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct TransportFailuresTests {
    private static let errors: [Said] = [
        Said(HTTPError.unsupportedURL("it has no host"), .usage, "The URL cannot be used: it has no host."),
        Said(HTTPError.insecureURL(host: "h"), .policy, "Nothing was sent to h", "Use https"),
        Said(
            HTTPError.invalidRequest(reason: "a header has a line break"), .usage,
            "The request is not valid: a header has a line break."),
        Said(HTTPError.unreadableBody(path: "/x", reason: "denied"), .usage, "/x", "denied"),
        Said(HTTPError.cannotResolve(host: "h"), .network, "h"),
        Said(HTTPError.cannotConnect(host: "h", reason: "refused"), .network, "refused", "Check the network"),
        Said(
            HTTPError.proxyRefused(host: "h", proxy: "p:3128", status: 403), .network,
            "The proxy p:3128 refused to connect to h (status 403)", "no_proxy"),
        Said(
            HTTPError.proxyRefused(host: "h", proxy: "p:3128", status: 407), .network,
            "The proxy p:3128 requires a user name and a password", "http://USER:PASSWORD@p:3128"),
        Said(HTTPError.timedOut(host: "h", seconds: 99.2), .network, "100 s"),
        Said(HTTPError.tls(host: "h", reason: "expired"), .network, "expired", "CURL_CA_BUNDLE"),
        Said(HTTPError.bodyTooLarge(limit: 9), .failed, "9 bytes"),
        Said(HTTPError.connectionLost(host: "h", reason: "reset"), .network, "reset"),
        Said(HTTPError.malformedResponse(host: "h", reason: "junk"), .network, "junk"),
        Said(HTTPError.tooManyRedirects(limit: 5), .failed, "5"),
        Said(HTTPError.refusedRedirect(reason: "to http"), .policy, "A redirect was not followed: to http."),
        Said(HTTPError.cancelled, .cancelled, "Cancelled"),
        Said(HTTPError.libraryMissing(reason: "none"), .failed, "libcurl", run: "sudo apt-get install libcurl4"),
    ]

    @Test(arguments: errors) func eachErrorHasASentence(said: Said) { said.check() }

    @Test func nothingHostileSteersTheTerminal() {
        for error: any Error in [
            HTTPError.cannotConnect(host: hostile, reason: hostile), HTTPError.tls(host: hostile, reason: hostile),
            HTTPError.proxyRefused(host: hostile, proxy: hostile, status: 403),
        ] {
            checkHarmless(Failure(error))
        }
    }
}
