import HTTPTransport

/// Sends the requests of a reader, several batches at a time, and returns the results in the order of the requests.
public struct BatchRun: Sendable {
    private let sender: BatchSender
    private let reader: BatchReader
    private let check: @Sendable ([BatchRequest]) throws -> Void

    /// - Parameters:
    ///   - policy: decides which requests are repeated, as for requests that are sent alone.
    ///   - followsPages: whether the further pages of collections are fetched and joined.
    ///   - onWait: called before each wait with its duration and the number of requests that wait.
    ///   - check: called with each batch before it is sent; an error ends the run.
    public init(
        _ reader: BatchReader, over client: GraphClient, policy: RetryPolicy = RetryPolicy(),
        followsPages: Bool = false, onWait: @escaping @Sendable (Duration, Int) -> Void = { _, _ in },
        check: @escaping @Sendable ([BatchRequest]) throws -> Void = { _ in }
    ) {
        sender = BatchSender(
            client, version: reader.version, policy: policy, followsPages: followsPages, onWait: onWait)
        self.reader = reader
        self.check = check
    }

    /// Calls `body` with every result, as soon as those before it have arrived.
    ///
    /// After an error nothing more is sent, but the batches under way are waited for: their writes were done. Requests
    /// that were sent in vain have a result, those that were not sent have none.
    ///
    /// - Throws: `BatchError`, or an error of reading and sending.
    public func forEachResult(_ body: (BatchResult) -> Void) async throws {
        var progress = BatchProgress()
        await withTaskGroup(of: BatchProgress.Event.self) { group in
            repeat {
                if progress.beginReading() {
                    group.addTask { [self] in await .read(Self.result { try await next() }) }
                }
                guard let event = await group.next() else { break }
                if let (number, batch) = progress.handle(event) {
                    group.addTask { [sender] in
                        await .received(number, sender.results(of: batch))
                    }
                }
                progress.takeReady().forEach(body)
            } while true
        }
        progress.takeRemaining().forEach(body)
        if let failure = progress.failure { throw failure }
    }

    private func next() async throws -> [BatchRequest]? {
        let batch = try await reader.next()
        if let batch { try check(batch) }
        return batch
    }

    private static func result<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}

/// The state of a run of batches: the batches under way, and the results that wait for those before them.
private struct BatchProgress {
    enum Event: Sendable {
        /// The next batch; nil after the last.
        case read(Result<[BatchRequest]?, any Error>)
        case received(Int, BatchSender.Results)
    }

    /// The number of batches under way from the oldest on. It bounds the memory, because early responses wait for the oldest
    /// batch. Outlook serves four requests of an app to a mailbox at once and throttles the others of a batch, which are sent
    /// again.
    private static let width = 4

    /// The first error.
    private(set) var failure: (any Error)?
    private var running: Set<Int> = []
    private var started = 0
    private var isReading = false
    private var isAtEnd = false
    private var waiting: [Int: BatchResult] = [:]
    private var nextPosition = 0

    /// Whether the next batch is to be read now.
    mutating func beginReading() -> Bool {
        guard !isReading, !isAtEnd, failure == nil, started - (running.min() ?? started) < Self.width else {
            return false
        }
        isReading = true
        return true
    }

    /// - Returns: a batch to send, with its number.
    mutating func handle(_ event: Event) -> (number: Int, batch: [BatchRequest])? {
        switch event {
        case .read(let result):
            isReading = false
            return begin(result)
        case .received(let number, let end):
            running.remove(number)
            for result in end.results { waiting[result.request.position] = result }
            failure = failure ?? end.failure
            return nil
        }
    }

    /// The results whose turn it is.
    mutating func takeReady() -> [BatchResult] {
        var ready: [BatchResult] = []
        while let result = waiting.removeValue(forKey: nextPosition) {
            ready.append(result)
            nextPosition += 1
        }
        return ready
    }

    /// The results after a request that has none.
    mutating func takeRemaining() -> [BatchResult] {
        defer { waiting = [:] }
        return waiting.sorted { $0.key < $1.key }.map(\.value)
    }

    private mutating func begin(_ result: Result<[BatchRequest]?, any Error>) -> (number: Int, batch: [BatchRequest])? {
        do {
            guard let batch = try result.get() else {
                isAtEnd = true
                return nil
            }
            guard failure == nil else { return nil }
            defer { started += 1 }
            running.insert(started)
            return (started, batch)
        } catch {
            failure = failure ?? error
            return nil
        }
    }
}
