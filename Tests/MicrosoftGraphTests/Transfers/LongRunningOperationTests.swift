import Foundation
import Testing

@testable import MicrosoftGraph

@Suite struct LongRunningOperationTests {
    @Test(arguments: [
        (#"{"status":"inProgress","percentageComplete":27.8}"#, OperationStatus.State.running, 27.8 as Double?),
        (#"{"status":"notStarted"}"#, .running, nil), (#"{"status":"completed"}"#, .done, nil),
        (#"{"status":"succeeded"}"#, .done, nil), (#"{"status":"submissionFailed"}"#, .failed("submissionFailed"), nil),
        (#"{"status":"failed","error":{"code":"c","message":"m"}}"#, .failed("failed: c: m"), nil),
        (#"{"status":"failed","statusDescription":"d"}"#, .failed("failed: d"), nil),
        (#"{"status":"Cancelled"}"#, .failed("Cancelled"), nil),
    ])
    func wordsOfEveryServiceAreUnderstood(text: String, state: OperationStatus.State, percent: Double?) throws {
        let status = try #require(OperationStatus(Data(text.utf8)))
        #expect(status.state == state)
        #expect(status.percent == percent)
    }

    @Test(arguments: ["", "null", "[]", "<html>", "{}", #"{"status":1}"#, #"{"status":"busy"}"#, #"{"id":"new"}"#])
    func anotherDocumentHasNoStatus(text: String) {
        #expect(OperationStatus(Data(text.utf8)) == nil)
    }
}
