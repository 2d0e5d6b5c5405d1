import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct TransportFailuresTests {
    private static let errors: [ExpectedFailure] = [
        ExpectedFailure(HTTPError.unsupportedURL("it has no host"), .usage, "The URL cannot be used: it has no host."),
        ExpectedFailure(HTTPError.insecureURL(host: "h"), .policy, "Nothing was sent to h", "Use https"),
        ExpectedFailure(
            HTTPError.invalidRequest(reason: "a header has a line break"), .usage,
            "The request is not valid: a header has a line break."),
        ExpectedFailure(HTTPError.unreadableBody(path: "/x", reason: "denied"), .usage, "/x", "denied"),
        ExpectedFailure(HTTPError.cannotResolve(host: "h"), .network, "h"),
        ExpectedFailure(
            HTTPError.cannotConnect(host: "h", reason: "refused"), .network, "refused", "Check the network"),
        ExpectedFailure(
            HTTPError.proxyRefused(host: "h", proxy: "p:3128", status: 403), .network,
            "The proxy p:3128 refused to connect to h (status 403)", "no_proxy"),
        ExpectedFailure(
            HTTPError.proxyRefused(host: "h", proxy: "p:3128", status: 407), .network,
            "The proxy p:3128 requires a user name and a password", "http://USER:PASSWORD@p:3128"),
        ExpectedFailure(HTTPError.timedOut(host: "h", seconds: 99.2), .network, "100 s"),
        ExpectedFailure(
            HTTPError.untrustedCertificate(host: "h", .unknownAuthority(reason: "no issuer")), .network,
            "h cannot be trusted: its certificate is not from a known authority (no issuer).", "CURL_CA_BUNDLE"),
        ExpectedFailure(
            HTTPError.untrustedCertificate(host: "h", .otherHost), .network,
            "h cannot be trusted: its certificate is for other hosts.", "spelling"),
        ExpectedFailure(HTTPError.untrustedCertificate(host: "h", .expired), .network, "has expired", "clock"),
        ExpectedFailure(HTTPError.untrustedCertificate(host: "h", .notYetValid), .network, "not valid yet", "clock"),
        ExpectedFailure(HTTPError.tls(host: "h", reason: "wrong version"), .network, "to h: wrong version.", "https"),
        ExpectedFailure(
            HTTPError.clientCertificateRefused(host: "h", path: nil), .failed,
            "h asks for a client certificate.", "--tls-certificate"),
        ExpectedFailure(
            HTTPError.clientCertificateRefused(host: "h", path: "/c"), .failed,
            "h does not accept the TLS certificate /c.", "administrator"),
        ExpectedFailure(
            HTTPError.clientCertificate(path: "/c", .unreadable), .usage, "/c cannot be used", "you may read it"),
        ExpectedFailure(HTTPError.clientCertificate(path: "/c", .noCertificate), .usage, "no certificate", "PEM"),
        ExpectedFailure(HTTPError.clientCertificate(path: "/c", .noKey), .usage, "no private key", "PEM"),
        ExpectedFailure(HTTPError.clientCertificate(path: "/c", .encryptedKey), .usage, "encrypted", "openssl pkey"),
        ExpectedFailure(
            HTTPError.clientCertificate(path: "/c", .expired(Date(timeIntervalSince1970: 0))), .failed,
            "it expired on 1970-01-01.", "Replace the file"),
        ExpectedFailure(
            HTTPError.clientCertificate(path: "/c", .notYetValid(Date(timeIntervalSince1970: 0))), .failed,
            "it is not valid before 1970-01-01.", "clock"),
        ExpectedFailure(
            HTTPError.clientCertificate(path: "/c", .unusable(reason: "no match")), .usage, "/c", "no match."),
        ExpectedFailure(
            HTTPError.tls(host: "h", reason: "sslv3 alert handshake failure"), .network, "handshake failure.",
            "--tls-certificate"),
        ExpectedFailure(
            HTTPError.unreadableAuthorities(path: "/ca"), .usage, "in /ca cannot be read", "CURL_CA_BUNDLE"),
        ExpectedFailure(HTTPError.bodyTooLarge(limit: 9), .failed, "9 bytes"),
        ExpectedFailure(HTTPError.connectionLost(host: "h", reason: "reset"), .network, "reset"),
        ExpectedFailure(HTTPError.malformedResponse(host: "h", reason: "junk"), .network, "junk"),
        ExpectedFailure(HTTPError.tooManyRedirects(limit: 5), .failed, "5"),
        ExpectedFailure(HTTPError.refusedRedirect(reason: "to http"), .policy, "A redirect was not followed: to http."),
        ExpectedFailure(HTTPError.cancelled, .cancelled, "Cancelled"),
        ExpectedFailure(
            HTTPError.libraryFailed(reason: "out of memory"), .failed, "on this machine: out of memory. Try again."),
        ExpectedFailure(
            HTTPError.changedBody(path: "/big"), .failed, "/big changed while it was sent", "Run the same command again"
        ),
        ExpectedFailure(
            HTTPError.libraryMissing(reason: "none"), .failed, "libcurl", run: "sudo apt-get install libcurl4"),
    ]

    private static let lost = HTTPError.connectionLost(host: "h", reason: "reset")

    @Test(arguments: [
        ("GET", "/me"), ("PUT", "/me/photo/$value"), ("DELETE", "/me/events/1"), ("POST", "/me/calendar/getSchedule"),
        ("POST", "/me/drive/root:/a:/createUploadSession"), ("POST", "/search/query"),
    ])
    func requestThatIsSafeToRepeatIsTriedAgain(method: String, path: String) {
        let failure = Failure(Self.lost, of: GraphRequest(method: method, path: path))
        #expect(failure.message.hasSuffix("Try again.") && failure.command == nil)
    }

    @Test(arguments: [
        ("POST", "/me/sendMail", "acct graph /me/mailFolders/sentitems/messages"),
        ("POST", "/users/a@b.com/messages/1/reply", "acct graph /users/a@b.com/mailFolders/sentitems/messages"),
        ("POST", "/me/events", "acct graph /me/events"), ("POST", "/beta/me/events", "acct graph /beta/me/events"),
        ("PATCH", "/me/events/1", "acct graph /me/events/1"),
        ("POST", "/me/messages/1/move", "acct graph /me/messages/1"), ("POST", "/unknown/thing", nil),
        ("GET", "/me", nil),
    ])
    func anotherRequestIsLookedAtFirst(method: String, path: String, command: String?) {
        var request = GraphRequest(method: method, path: path)
        if method == "GET" { request.headers["X-HTTP-Method"] = "PATCH" }
        for error: HTTPError in [
            Self.lost, .timedOut(host: "h", seconds: 1), .malformedResponse(host: "h", reason: "r"),
            .bodyTooLarge(limit: 1),
        ] {
            let failure = Failure(error, of: request)
            #expect(failure.message.contains("\(method) \(path) may have been carried out"), "\(failure)")
            #expect(!failure.message.contains("Try again"))
            #expect(failure.command?.text == command || method == "GET")
        }
        let refused = Failure(HTTPError.cannotConnect(host: "h", reason: "r"), of: request)
        #expect(refused == Failure(HTTPError.cannotConnect(host: "h", reason: "r")))
    }

    @Test(arguments: errors) func eachErrorHasAMessage(expected: ExpectedFailure) { expected.check() }

    @Test func hostileTextIsEscapedForTheTerminal() {
        for error: any Error in [
            HTTPError.cannotConnect(host: hostile, reason: hostile), HTTPError.tls(host: hostile, reason: hostile),
            HTTPError.untrustedCertificate(host: hostile, .unknownAuthority(reason: hostile)),
            HTTPError.unreadableAuthorities(path: hostile),
            HTTPError.proxyRefused(host: hostile, proxy: hostile, status: 403),
        ] {
            checkEscaped(Failure(error))
        }
    }
}
