import Foundation
import HTTPTransport
import MicrosoftGraph

/// Prints the answers of a batch, a line each, and counts those that failed.
struct BatchPrinter {
    let output: Output
    private var count = 0
    private var refused = 0
    private var throttled = 0
    private var first: BatchResponse?
    /// Of those that would be done later, the one that asks for the longest wait.
    private var latest: (answer: BatchResponse, wait: Duration)?

    init(output: Output) {
        self.output = output
    }

    mutating func print(_ answer: BatchResponse) {
        output.write(answer.line + Data("\n".utf8))
        count += 1
        if !answer.isSuccess { fail(answer) }
        if !output.terminal.outputIsTerminal, count.isMultiple(of: 20) { output.progress("Answered \(count) requests") }
    }

    private mutating func fail(_ answer: BatchResponse) {
        guard [429, 503, 504].contains(answer.status) else {
            refused += 1
            first = first ?? answer
            return
        }
        throttled += 1
        let wait = RetryAfter.wait(in: answer.response.headers, now: Date()) ?? .zero
        if latest.map({ $0.wait < wait }) ?? true { latest = (answer, wait) }
    }

    /// What to say when not all succeeded, with a request that did not. Waiting would help only where all of them were
    /// throttled, so only then it is said to be the reason.
    var failure: (Failure, GraphRequest)? {
        output.progress("")
        guard let answer = first ?? latest?.answer else { return nil }
        var failure = Failure(first == nil ? .network : .api, sentence(first, latest?.answer))
        failure.status = answer.status
        return (failure, answer.graphRequest)
    }

    private func sentence(_ first: BatchResponse?, _ latest: BatchResponse?) -> String {
        let some = "\(refused + throttled) of \(count) \(count == 1 ? "request" : "requests")"
        guard let first else {
            let told = latest.map { "the one with the longest wait has the id \($0.request.id): \($0.sentence)" } ?? ""
            return "\(some) failed for now, \(told)"
        }
        let later = latest.map { " \(throttled) of them may be done later: \($0.sentence)" } ?? ""
        return "\(some) failed, the first with the id \(first.request.id): \(first.sentence)" + later
    }
}

extension BatchResponse {
    fileprivate var graphRequest: GraphRequest { GraphRequest(method: request.method, path: request.url) }

    fileprivate var sentence: String { Failure(response, of: "\(request.method) \(request.url)").message }
}
