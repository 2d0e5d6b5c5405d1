import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// Prints the results of a batch, a line each, and counts those that failed.
struct BatchPrinter {
    private var printer: GraphPrinter
    private let clock: WallClock
    /// The number of requests of the run; nil when it is not known.
    var total: Int?
    private let start = ContinuousClock.now
    private var count = 0
    private var refusedCount = 0
    /// The refused writes that may have been carried out.
    private var unknownOutcomeCount = 0
    private var throttledCount = 0
    private var firstRefused: BatchResponse?
    /// The throttled response that asks for the longest wait.
    private var longestWait: (response: BatchResponse, wait: Duration)?
    /// The requests without a response, or without all of its pages.
    private var lost = LostRequests()
    private var unfetchedCount = 0
    /// The first error of the jq program.
    private var programError: (any Error)?
    /// The file that could not take a result; those from there on went to stdout.
    private var brokenFile: (file: OutputFile, error: OutputFileError, resultCount: Int)?

    init(_ printer: GraphPrinter, clock: WallClock) {
        self.printer = printer
        self.clock = clock
    }

    mutating func print(_ result: BatchResult) {
        count += 1
        let loss = Failure(incomplete: result)
        if let response = result.response, loss == nil {
            if !response.isFulfilled { countFailure(response) }
            if response.hasMorePages { unfetchedCount += 1 }
        } else if let loss {
            lost.add(result, loss)
        }
        print(line: result.line(error: loss.map { Self.json($0) }))
        if !output.terminal.outputIsTerminal, count.isMultiple(of: 20) {
            output.progress(progress)
        }
    }

    private var progress: Progress {
        Progress("Sent", .requests, count: count, total: total, elapsed: .now - start)
    }

    /// An error does not end the run: the requests under way are carried out all the same.
    private mutating func print(line: Data) {
        do {
            try write(line)
        } catch let error as OutputFileError {
            brokenFile = printer.file.map { ($0, error, count - 1) }
            printer.file = nil
            print(line: line)
        } catch {
            programError = programError ?? error
        }
    }

    private func write(_ line: Data) throws {
        if let program = printer.program { return try printer.filter(line, with: program) }
        let line = line + Data("\n".utf8)
        if let file = printer.file { try file.write(line) } else { output.write(line) }
    }

    /// Completes the output file, and tells of pages that were not fetched.
    func end() throws {
        noteUnfetchedPages()
        if let error = brokenFile?.error ?? programError {
            var failure = Failure(error)
            failure.message += remarkOnPartialFile()
            throw failure
        }
        try printer.file?.commit()
        output.end(progress)
    }

    /// Ends the output of a run that an error has ended.
    ///
    /// - Returns: the error: its reason and, in a `Failure`, the requests without a response and the place of the results.
    func end(after error: any Error) -> any Error {
        noteUnfetchedPages()
        // Stdout is for the results.
        if case BatchError.refused(let response, _) = error {
            try? printer.printWhole(response.body, to: .standardError)
        }
        let lostSentence = lost.sentence.map { " \($0) Requests without a line were not sent." } ?? ""
        let problem = brokenFile.map { " \(Failure($0.error).message)" } ?? ""
        let remarks = lostSentence + problem + remarkOnPartialFile()
        guard !remarks.isEmpty else { return error }
        var failure = Failure(error)
        if !lostSentence.isEmpty, let sentence = (error as? HTTPError)?.lossSentence { failure.message = sentence }
        failure.message += remarks
        return failure
    }

    private func noteUnfetchedPages() {
        output.clearProgress()
        guard unfetchedCount > 0 else { return }
        let collections = unfetchedCount == 1 ? "1 collection has" : "\(unfetchedCount) collections have"
        output.note("\(collections) more pages; --follow fetches them.")
    }

    /// Leaves the output file as it was, and puts the results so far beside it.
    ///
    /// - Returns: sentences on where they are; empty where there are none.
    private func remarkOnPartialFile() -> String {
        guard let (file, _, count) = brokenFile else {
            let partial = printer.file?.savePartial()
            return partial.map { " The results so far are in \($0)." } ?? ""
        }
        let partial = file.savePartial().map { " The first \(count) results are in \($0)." } ?? ""
        return partial + " The results that the file could not take are on stdout."
    }

    private mutating func countFailure(_ response: BatchResponse) {
        guard response.isThrottled else {
            refusedCount += 1
            if response.isIndeterminate { unknownOutcomeCount += 1 }
            firstRefused = firstRefused ?? response
            return
        }
        throttledCount += 1
        let wait = RetryAfter.wait(in: response.response.headers, now: clock.now()) ?? .zero
        if longestWait.map({ $0.wait < wait }) ?? true { longestWait = (response, wait) }
    }

    private var output: Output { printer.output }

    private static func json(_ failure: Failure) -> Data {
        struct Fields: Encodable { let kind, message: String }
        let fields = Fields(kind: failure.kind.rawValue, message: failure.message)
        // Strings always encode.
        return Data(((try? JSONText.of(fields, pretty: false)) ?? "{}").utf8)
    }
}

/// The failure of the command.
extension BatchPrinter {
    /// The failure of the command and a request that failed; nil when all requests succeeded.
    ///
    /// Waiting would help only if every failed request was throttled. Only then is throttling the reason.
    var failure: (Failure, GraphRequest)? {
        guard let request = firstRefused?.request ?? lost.first?.request ?? longestWait?.response.request else {
            return nil
        }
        let response = firstRefused ?? (lost.first == nil ? longestWait?.response : nil)
        var failure = response.map(failure(of:)) ?? Failure(.network, "")
        failure.kind = firstRefused != nil ? .api : lost.first?.failure.kind ?? .network
        failure.message = sentence
        return (failure, request.standalone)
    }

    private var sentence: String {
        let failedCount = refusedCount + throttledCount + lost.count
        let failed = "\(failedCount) of \(count) \(count == 1 ? "request" : "requests") failed"
        let later =
            longestWait.map { " \(throttledCount) of them can be sent later: \(sentence(of: $0.response))" } ?? ""
        let lostSentence = lost.sentence.map { " \($0)" } ?? ""
        if let firstRefused {
            let first = "first request \(firstRefused.request.id): \(sentence(of: firstRefused))"
            return "\(failed), \(first)\(unknownOutcomeSentence)\(lostSentence)\(later)"
        }
        if let first = lost.first {
            let others = lost.count > 1 ? lostSentence : ""
            return "\(failed), first request \(first.request.id): \(first.failure.message)\(others)\(later)"
        }
        let detail = longestWait.map {
            "Request \($0.response.request.id) has the longest wait: \(sentence(of: $0.response))"
        }
        return "\(failed) for now. \(detail ?? "")"
    }

    /// Empty where the outcome is known of all writes but the first one that was refused.
    private var unknownOutcomeSentence: String {
        guard unknownOutcomeCount > (firstRefused?.isIndeterminate == true ? 1 : 0) else { return "" }
        return unknownOutcomeCount == 1
            ? " 1 write with status 503 or 504 may have been carried out: check before you send it again."
            : " \(unknownOutcomeCount) writes with status 503 or 504 may have been carried out: check before you send them again."
    }

    private func sentence(of response: BatchResponse) -> String { failure(of: response).message }

    private func failure(of response: BatchResponse) -> Failure {
        let request = response.request.standalone
        return response.isIndeterminate
            ? Failure(response.response, unknownOutcomeOf: request)
            : Failure(response.response, of: "\(request.method) \(request.path)", clock: clock)
    }
}

extension BatchResponse {
    /// Whether the server asks to send the request later, and nothing speaks against it.
    fileprivate var isThrottled: Bool { GraphResponse.isThrottledOrUnavailable(status) && !isIndeterminate }

    /// Whether a write may have been carried out, and would be carried out twice if it were sent again.
    fileprivate var isIndeterminate: Bool { [503, 504].contains(status) && !request.standalone.isSafeToRepeat }
}
