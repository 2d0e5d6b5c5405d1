import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct BatchFailuresTests {
    private static let errors: [ExpectedFailure] = [
        ExpectedFailure(BatchError.duplicateID("a", .line(3)), .usage, "Line 3", "\"a\""),
        ExpectedFailure(BatchError.unknownDependency("a", .request(2)), .usage, "Request 2", "\"a\""),
        ExpectedFailure(BatchError.cycle(.line(1)), .usage, "Line 1", "dependsOn"),
        ExpectedFailure(BatchError.unsupportedOrder(.line(4)), .usage, "Line 4", "chain"),
        ExpectedFailure(BatchError.lateDependency(.line(1001), limit: 1000), .usage, "Line 1001", "acct batch FILE"),
        ExpectedFailure(
            BatchError.refused(GraphResponse(status: 400, headers: [:], body: Data()), firstID: "21"), .api, "21",
            "failed with status 400"),
        ExpectedFailure(
            BatchError.refused(GraphResponse(status: 503, headers: ["Retry-After": "9"], body: Data()), firstID: "1"),
            .network, "again in 9 s"),
    ]

    private static let problems: [(BatchProblem, String)] = [
        (.notUTF8, "UTF-8"), (.tooLong(limit: 7), "7 bytes"), (.notARequest, "GET /users/1"),
        (.notADocument, "\"requests\""), (.member("url"), "\"url\""), (.method("FETCH"), "\"FETCH\""),
        (.fullURL("https://x/y"), "\"https://x/y\""), (.otherVersion("beta"), "acct batch --beta"),
        (.otherVersion("v1.0"), "without --beta"), (.nested, "cannot contain a batch"), (.untypedBody, "Content-Type"),
        (.bodyAfterPath, #""body":{…}}"#),
        (.gap(.segment, in: "/a/"), "<<'EOF'"), (.gap(.optionName, in: "/a?=b"), "without a name"),
    ]

    @Test(arguments: errors) func eachErrorHasAMessage(expected: ExpectedFailure) { expected.check() }

    @Test(arguments: problems.map { ExpectedFailure(BatchError.invalid(.line(7), $0), .usage, "Line 7", $1) })
    func eachBadLineIsNamedWithItsProblem(expected: ExpectedFailure) { expected.check() }
}
