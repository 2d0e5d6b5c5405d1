import Foundation
import MicrosoftGraph

/// Prints the answers of a batch, a line each, and counts those that failed.
struct BatchPrinter {
    let output: Output
    private var count = 0
    private var failed = 0
    private var first: BatchAnswer?

    init(output: Output) {
        self.output = output
    }

    mutating func print(_ answer: BatchAnswer) {
        output.write(answer.line + Data("\n".utf8))
        count += 1
        if !answer.isSuccess {
            failed += 1
            first = first ?? answer
        }
        if !output.terminal.outputIsTerminal, count.isMultiple(of: 20) { output.progress("Answered \(count) requests") }
    }

    /// What to say when not all succeeded, with the first request that did not.
    var failure: (Failure, GraphRequest)? {
        output.progress("")
        guard let first else { return nil }
        let request = GraphRequest(method: first.request.method, path: first.request.url)
        let told = Failure(first.response, of: "\(request.method) \(request.path)")
        let some = failed == 1 ? "1 of \(count) requests" : "\(failed) of \(count) requests"
        var failure = Failure(.api, "\(some) failed, the first with the id \(first.request.id): \(told.message)")
        failure.status = first.status
        return (failure, request)
    }
}
