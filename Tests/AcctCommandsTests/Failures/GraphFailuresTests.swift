import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

/// What is said of fields that make no sense, and of runs over pages that end early.
@Suite struct FailurePagesTests {
    private static let fields: [Said] = [
        Said(FieldError.name("a["), .usage, "“a[”", "name[]"), Said(FieldError.noValue("a"), .usage, "a=value"),
        Said(FieldError.repeated("a"), .usage, "“a”", "twice"), Said(FieldError.conflict("a[b]"), .usage, "“a[b]”"),
        Said(FieldError.notJSON("a"), .usage, "“a”", "-F a:='[1,2]'"),
        Said(FieldError.unreadable(name: "a", file: "/f"), .usage, "/f", "Use -f"),
        Said(FieldError.notText(name: "a", file: "/f"), .usage, "/f", "--input"),
        Said(FieldError.stdinTwice, .usage, "stdin"),
        Said(FieldError.nestedInQuery("a[b]"), .usage, "“a[b]”", "-X POST"),
        Said(GraphError.repeatedOption("$top"), .usage, "“$top”", "once"),
    ]

    @Test(arguments: fields) func fieldsAndQueries(said: Said) { said.check() }

    private static let link = "https://g/x?$skiptoken=a'b"
    private static let way = #"--resume-from 'https://g/x?$skiptoken=a'\''b'"#

    @Test(
        arguments: [
            HTTPError.connectionLost(host: "h", reason: "reset"), HTTPError.cancelled, GraphError.notJSON(status: 200),
        ] as [any Error])
    func whatEndsARunSaysWhereToGoOn(error: any Error) {
        let failure = Failure(error, goingOnAt: Self.link)
        #expect(failure.kind == Failure(error).kind)
        #expect(failure.message.hasPrefix(Failure(error).message))
        #expect(failure.message.contains(Self.way) && !failure.message.contains(".."))
        #expect(Failure(error, goingOnAt: nil) == Failure(error))
    }

    @Test(arguments: [
        GraphError.repeatedLink("l"), .foreignHost(url: "https://evil", graph: "https://g"), .notACollection,
    ])
    func whereNoWayLeadsOnNoneIsShown(error: GraphError) {
        #expect(Failure(error, goingOnAt: Self.link) == Failure(error))
    }

    private func failure(_ status: Int, _ body: String = "") -> Failure {
        let answer = GraphResponse(status: status, headers: HTTPHeaders(), body: Data(body.utf8))
        return Failure(answer, ofPage: 3, at: Self.link, goingOnAt: Self.link)
    }

    /// A resource may be gone too.
    @Test func whatIsGoneIsNoLostPlace() {
        let answer = GraphResponse(status: 410, headers: HTTPHeaders(), body: Data())
        #expect(!Failure(answer, of: "GET /me/drive/items/1").message.contains("start over"))
        #expect(Failure(answer, of: "GET /users/delta?$deltatoken=1").message.contains("start over"))
    }

    @Test(arguments: [403, 429, 500])
    func aPageThatFailedCanBeAskedAgain(status: Int) {
        #expect(failure(status).message.contains("page 3, GET \(Self.link) answered \(status)"))
        #expect(failure(status).message.contains(Self.way))
        #expect(failure(status).status == status)
    }

    @Test(arguments: [
        (410, ""), (400, #"{"error":{"code":"syncStateNotFound"}}"#), (400, #"{"error":{"code":"SyncStateInvalid"}}"#),
        (410, #"{"error":{"code":"resyncRequired","message":"Resync required"}}"#),
        (400, #"{"error":{"code":"Directory_ExpiredPageToken"}}"#),
    ])
    func aLostPlaceMeansToStartOver(status: Int, body: String) {
        #expect(failure(status, body).message.contains("start over"))
        #expect(!failure(status, body).message.contains("--resume-from"))
        #expect(failure(status, body).kind == .api)
    }

    @Test func aPageThatIsTooLargeIsAskedForInSmallerOnes() {
        let failure = Failure(HTTPError.bodyTooLarge(limit: 64 << 20), goingOnAt: "https://g/next")
        #expect(failure.kind == .failed && failure.message.contains("67108864 bytes"), "\(failure)")
        #expect(failure.message.contains("--top 100") && !failure.message.contains("--resume-from"), "\(failure)")
    }
}
