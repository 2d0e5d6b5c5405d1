import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct GraphFailuresTests {
    private static func response(
        _ status: Int, _ body: String = "", _ headers: HTTPHeaders = HTTPHeaders()
    ) -> GraphResponse {
        GraphResponse(status: status, headers: headers, body: Data(body.utf8))
    }

    private static let errors: [ExpectedFailure] = [
        ExpectedFailure(
            GraphError.foreignHost(url: "https://evil", graph: "https://g"), .policy, "https://evil", "Nothing was sent"
        ),
        ExpectedFailure(GraphError.invalidPath("x"), .usage, "\"x\""),
        ExpectedFailure(GraphError.notJSON(status: 200), .failed, "200"),
        ExpectedFailure(GraphError.webPage(status: 200), .network, "200", "sign-in page"),
        ExpectedFailure(GraphError.repeatedOption("$top"), .usage, "\"$top\"", "once"),
        ExpectedFailure(GraphError.notACollection, .failed, "--paginate"),
        ExpectedFailure(GraphError.malformedPage(member: "value"), .failed, "\"value\"", "--paginate"),
        ExpectedFailure(GraphError.pageFailed(response(500), link: "https://g/n"), .api, "GET https://g/n", "500"),
        ExpectedFailure(
            GraphError.pageFailed(
                response(
                    403,
                    #"{"error":{"code":"Denied","message":"No","innerError":{"request-id":"r","date":"2026-01-09"}}}"#
                ),
                link: "/me"),
            .api, "403", "Denied: No", "request-id r of 2026-01-09"),
        ExpectedFailure(
            GraphError.pageFailed(
                response(403, #"{"error":{"innerError":{"date":"2026-11-21T05:00:00","request-id":"r"}}}"#), link: "/me"
            ),
            .api, "(request-id r of 2026-11-21T05:00:00)"),
        ExpectedFailure(
            GraphError.pageFailed(response(404, "", ["request-id": "h"]), link: "/me"), .api, "request-id h"),
        ExpectedFailure(
            GraphError.pageFailed(response(429, "", ["Retry-After": "7"]), link: "/me"), .network, "in 7 s"),
        ExpectedFailure(
            GraphError.pageFailed(response(429, "", ["Retry-After": "2.128"]), link: "/me"), .network, "in 3 s"),
        ExpectedFailure(
            GraphError.pageFailed(response(429, "", ["Retry-After": "150100"]), link: "/me"), .network,
            "in 150100 s", "--max-wait 150160s"),
        ExpectedFailure(
            GraphError.pageFailed(response(429, "", ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]), link: "/me"),
            .network, "in 0 s"),
        ExpectedFailure(GraphError.pageFailed(response(401), link: "/me"), .api, "401", "also refused a new token"),
        ExpectedFailure(
            Failure(response(503), of: GraphRequest(method: "POST", path: "/me/sendMail")), .network,
            "POST /me/sendMail failed with status 503.", "may have been carried out: look at the result",
            run: "acct graph /me/mailFolders/sentitems/messages"),
        ExpectedFailure(
            Failure(response(504, "", ["Retry-After": "9"]), of: GraphRequest(method: "PATCH", path: "/me")), .network,
            "may have been carried out", run: "acct graph /me"),
        ExpectedFailure(
            Failure(response(503), of: GraphRequest(method: "DELETE", path: "/me/events/1")), .network, "--max-wait 1h"),
        ExpectedFailure(
            Failure(response(429), of: GraphRequest(method: "POST", path: "/me/sendMail")), .network, "--max-wait 1h"),
        ExpectedFailure(Failure.tooLargeToHold(limit: 256 << 20), .failed, "256 MiB", "--output FILE"),
        ExpectedFailure(
            Failure(
                GraphResponse(status: 401, headers: [:], body: Data(), redirectedHost: "files.example"), of: "GET /x"),
            .api, "status 401 of files.example", "That host gets no token"),
        ExpectedFailure(GraphError.pageFailed(response(507), link: "/me"), .api, "507", "free some space"),
        ExpectedFailure(
            GraphError.pageFailed(response(409, #"{"error":{"code":"nameAlreadyExists"}}"#), link: "/me"), .api,
            "another name"),
        ExpectedFailure(
            GraphError.pageFailed(
                response(409, #"{"error":{"code":"conflict","innererror":{"code":"nameAlreadyExists"}}}"#), link: "/me"),
            .api, "another name"),
        ExpectedFailure(GraphError.noUploadURL(status: 200), .failed, "status 200", "--verbose"),
        ExpectedFailure(GraphError.uploadSessionLost, .failed, "Send the file again"),
        ExpectedFailure(
            GraphError.uploadStatusUnknown(confirmed: 4, size: 7), .failed, "4 of 7 bytes", "Look at the item"),
        ExpectedFailure(
            GraphError.stillRunning(monitor: "https://m", wait: .milliseconds(1500)), .network, "https://m", "in 2 s",
            "Do not send the request again", "--max-wait 1h"),
        ExpectedFailure(GraphError.pageFailed(response(503), link: "/me"), .network, "later"),
        ExpectedFailure(GraphError.pageFailed(response(504), link: "/me"), .network, "later"),
    ]

    @Test(arguments: errors) func eachErrorHasAMessage(expected: ExpectedFailure) { expected.check() }

    /// The kind is that of the reason: only a response with an error status is one of the API.
    @Test func lossOfAnOperationHasTheKindOfItsReason() throws {
        let request = GraphRequest(method: "POST", path: "/me/drive/items/1/copy")
        let profile = try ProfileName("work")
        let account = AccountID(homeAccountID: "a.b", environment: "login.example")
        let signedOut = ActingError(
            profile: profile,
            cause: AuthError.interactionRequired(.init(account: account, scopes: [], reason: .noTokens)))
        let reasons: [(error: any Error, kind: Failure.Kind)] = [
            (GraphError.monitorFailed(Self.response(404)), .api),
            (GraphError.monitorFailed(Self.response(503)), .network),
            (GraphError.notJSON(status: 200), .failed), (HTTPError.timedOut(host: "h", seconds: 1), .network),
            (GraphError.foreignLink("https://evil", graph: "https://g"), .policy), (signedOut, .signInRequired),
        ]
        for (error, kind) in reasons {
            let failure = try #require(Failure(lostSightOf: request, error, as: profile))
            #expect(failure.kind == kind, "\(error)")
            #expect(failure.message.hasPrefix("The server has accepted POST /me/drive/items/1/copy"), "\(failure)")
            let check = Failure.checkCommand(for: request, as: profile)
            #expect(failure.command == (kind == .signInRequired ? "acct sign-in work" : check), "\(failure)")
        }
        #expect(Failure(lostSightOf: request, HTTPError.cancelled, as: profile) == nil)
    }

    @Test func retryAfterDateIsCountedFromTheClock() {
        let clock = WallClock(now: { Date(timeIntervalSince1970: 784_111_770) }, sleep: { _ in })
        let response = Self.response(429, "", ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"])
        #expect(Failure(response, of: "GET /me", clock: clock).message.contains("in 7 s"))
    }

    @Test func repeatedLinkIsShown() {
        let failure = Failure(GraphError.repeatedLink("https://g/n"))
        #expect(failure.kind == .failed)
        #expect(failure.message.contains("add --max-items") && failure.message.hasSuffix("https://g/n"))
    }

    @Test func hostileTextIsEscapedForTheTerminal() {
        for error: any Error in [
            GraphError.foreignHost(url: hostile, graph: hostile), GraphError.invalidPath(hostile),
            GraphError.repeatedLink(hostile), GraphError.pageFailed(Self.hostileResponse, link: hostile),
        ] {
            checkEscaped(Failure(error))
        }
    }

    private static var hostileResponse: GraphResponse {
        let body =
            #"{"error":{"code":"\u001b[31m","message":"\u009b2J\u202e","innerError":{"request-id":"\u0007"}}}"#
        return response(403, body, ["request-id": hostile])
    }
}

/// Runs over pages that end early.
@Suite struct PageFailuresTests {
    private static let link = "https://g/x?$skiptoken=a'b"
    private static let way = #"--resume-from 'https://g/x?$skiptoken=a'\''b'"#

    @Test(
        arguments: [
            HTTPError.connectionLost(host: "h", reason: "reset"), HTTPError.cancelled, GraphError.notJSON(status: 200),
            GraphError.notACollection, GraphError.webPage(status: 200),
        ] as [any Error])
    func interruptedRunSaysHowToResume(error: any Error) {
        let failure = Failure(error, resumingAt: Self.link)
        #expect(failure.kind == Failure(error).kind)
        #expect(failure.message.hasPrefix(Failure(error).message))
        #expect(failure.text.contains(Self.way) && !failure.text.contains(".."))
        #expect(Failure(error, resumingAt: nil) == Failure(error))
    }

    @Test(arguments: [
        GraphError.repeatedLink("l"), .foreignLink("https://evil", graph: "https://g"),
    ])
    func runThatCannotResumeShowsNoLink(error: GraphError) {
        #expect(Failure(error, resumingAt: Self.link) == Failure(error))
    }

    private func failure(_ status: Int, _ body: String = "") -> Failure {
        let answer = GraphResponse(status: status, headers: HTTPHeaders(), body: Data(body.utf8))
        return Failure(answer, ofPage: 3, at: Self.link, resumingAt: Self.link)
    }

    @Test func resourceThatIsGoneIsNotAnExpiredLink() {
        let answer = GraphResponse(status: 410, headers: HTTPHeaders(), body: Data())
        #expect(!Failure(answer, of: "GET /me/drive/items/1").message.contains("start over"))
        #expect(Failure(answer, of: "GET /users/delta?$deltatoken=1").message.contains("start over"))
    }

    @Test(arguments: [403, 429, 500])
    func failedPageCanBeResumed(status: Int) {
        #expect(failure(status).message.contains("page 3, GET \(Self.link) failed with status \(status)"))
        #expect(failure(status).text.contains(Self.way))
        #expect(failure(status).response?.status == status)
    }

    @Test(arguments: [
        (410, ""), (400, #"{"error":{"code":"syncStateNotFound"}}"#), (400, #"{"error":{"code":"SyncStateInvalid"}}"#),
        (410, #"{"error":{"code":"resyncRequired","message":"Resync required"}}"#),
        (400, #"{"error":{"code":"badRequest","innererror":{"code":"resyncRequired"}}}"#),
        (400, #"{"error":{"code":"Directory_ExpiredPageToken"}}"#),
    ])
    func expiredLinkMeansToStartOver(status: Int, body: String) {
        #expect(failure(status, body).message.contains(". The link has expired: start over"))
        #expect(!failure(status, body).message.contains(".."))
        #expect(!failure(status, body).text.contains("--resume-from"))
        #expect(failure(status, body).kind == .api)
    }

    @Test func pageThatIsTooLargeAsksForSmallerPages() {
        let failure = Failure(HTTPError.bodyTooLarge(limit: 64 << 20), resumingAt: "https://g/next")
        #expect(failure.kind == .failed && failure.message.contains("67108864 bytes"), "\(failure)")
        #expect(failure.message.contains("--top 100") && !failure.text.contains("--resume-from"), "\(failure)")
    }
}
