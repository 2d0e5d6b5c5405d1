import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// Prints the responses of a batch, a line each, and counts those that failed.
struct BatchPrinter {
    private let output: Output
    private let clock: WallClock
    private var count = 0
    private var refusedCount = 0
    private var throttledCount = 0
    private var firstRefused: BatchResponse?
    /// The throttled response that asks for the longest wait.
    private var longestWait: (response: BatchResponse, wait: Duration)?

    init(output: Output, clock: WallClock) {
        self.output = output
        self.clock = clock
    }

    mutating func print(_ response: BatchResponse) {
        output.write(response.line + Data("\n".utf8))
        count += 1
        if !response.isSuccess { countFailure(response) }
        if !output.terminal.outputIsTerminal, count.isMultiple(of: 20) { output.progress("Sent \(count) requests") }
    }

    private mutating func countFailure(_ response: BatchResponse) {
        guard [429, 503, 504].contains(response.status) else {
            refusedCount += 1
            firstRefused = firstRefused ?? response
            return
        }
        throttledCount += 1
        let wait = RetryAfter.wait(in: response.response.headers, now: clock.now()) ?? .zero
        if longestWait.map({ $0.wait < wait }) ?? true { longestWait = (response, wait) }
    }

    /// The failure of the command and a request that failed; nil when all requests succeeded.
    ///
    /// Waiting would help only if every failed request was throttled. Only then is throttling the reason.
    var failure: (Failure, GraphRequest)? {
        output.progress("")
        guard let response = firstRefused ?? longestWait?.response else { return nil }
        var failure = Failure(firstRefused == nil ? .network : .api, sentence)
        failure.status = response.status
        return (failure, response.graphRequest)
    }

    private var sentence: String {
        let failed = "\(refusedCount + throttledCount) of \(count) \(count == 1 ? "request" : "requests") failed"
        guard let firstRefused else {
            let detail =
                longestWait.map {
                    "Request \($0.response.request.id) has the longest wait: \(sentence(of: $0.response))"
                }
                ?? ""
            return "\(failed) for now. \(detail)"
        }
        let later =
            longestWait.map { " \(throttledCount) of them can be sent later: \(sentence(of: $0.response))" } ?? ""
        return "\(failed), first request \(firstRefused.request.id): \(sentence(of: firstRefused))\(later)"
    }

    private func sentence(of response: BatchResponse) -> String {
        let request = response.request
        return Failure(response.response, of: "\(request.method) \(request.url)", clock: clock).message
    }
}

extension BatchResponse {
    var graphRequest: GraphRequest { GraphRequest(method: request.method, path: request.url) }
}
