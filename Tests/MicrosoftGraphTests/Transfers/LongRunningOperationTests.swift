import Foundation
import HTTPTransport
import Testing

@testable import MicrosoftGraph

@Suite struct LongRunningOperationTests {
    @Test(arguments: [
        (#"{"status":"inProgress","percentageComplete":27.8}"#, OperationStatus.State.running, 27.8 as Double?),
        (#"{"status":"notStarted"}"#, .running, nil), (#"{"status":"completed"}"#, .done, nil),
        (#"{"status":"succeeded"}"#, .done, nil), (#"{"status":"submissionFailed"}"#, .failed("submissionFailed"), nil),
        (#"{"status":"failed","error":{"code":"c","message":"m"}}"#, .failed("failed: c: m"), nil),
        (#"{"status":"failed","statusDescription":"d"}"#, .failed("failed: d"), nil),
        (#"{"status":"Cancelled"}"#, .failed("Cancelled"), nil), (#"{"status":"invalid"}"#, .failed("invalid"), nil),
        (#"{"status":"skipped"}"#, .failed("skipped"), nil), (#"{"status":"queued"}"#, .running, nil),
        (#"{"status":"copying","percentageComplete":99.9}"#, .running, 99.9),
        (#"{"status":"ready","percentageComplete":100}"#, .done, 100),
        (#"{"status":"partiallySucceeded"}"#, .done, nil),
    ])
    func wordsOfEveryServiceAreUnderstood(text: String, state: OperationStatus.State, percent: Double?) throws {
        let status = try #require(OperationStatus(Data(text.utf8)))
        #expect(status.state == state)
        #expect(status.percent == percent)
    }

    /// The operation was accepted: an error of its monitor is not its end.
    @Test(arguments: [401, 404, 410, 500, 302])
    func errorOfTheMonitorIsNotTheEnd(status: Int) async throws {
        let http = ScriptedHTTP([.status(202, #"{"status":"running"}"#), .status(status, "<html>")])
        let error = await #expect(throws: GraphError.self) { try await end(of: http) }
        guard case .monitorFailed(let response) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(response.status == status)
    }

    @Test func failureThatTheMonitorDescribesIsTheEnd() async throws {
        let http = ScriptedHTTP([.status(500, #"{"status":"failed","error":{"code":"c"}}"#)])
        #expect(try await end(of: http).failure == "failed: c")
    }

    private func end(of http: ScriptedHTTP) async throws -> LongRunningOperation.Result {
        let client = GraphClient(
            endpoint: "https://graph.example", http: http, clock: .instant, token: RecordingTokenSource().source)
        let accepted = HTTPStreamedResponse(
            status: 202, headers: ["Location": "https://monitor.example/1"], url: "https://graph.example/v1.0/x",
            body: HTTPBodyStream(next: { nil }))
        let operation = try #require(LongRunningOperation(accepted))
        return try await client.wait(for: operation, limit: .seconds(100)) { _ in }
    }

    @Test(arguments: ["", "null", "[]", "<html>", "{}", #"{"status":1}"#, #"{"id":"new"}"#])
    func anotherDocumentHasNoStatus(text: String) {
        #expect(OperationStatus(Data(text.utf8)) == nil)
    }
}
