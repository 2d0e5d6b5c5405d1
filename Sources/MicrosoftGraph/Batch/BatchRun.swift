/// Sends what a reader reads, several batches at a time, and gives the answers in the order of the requests.
public struct BatchRun: Sendable {
    private let sender: BatchSender
    private let reader: BatchReader

    public init(_ sender: BatchSender, _ reader: BatchReader) {
        self.sender = sender
        self.reader = reader
    }

    /// Gives every answer to `emit`, as soon as those before it are there.
    ///
    /// After an error nothing more is sent, but what was sent is still waited for: a write that was done is told.
    ///
    /// - Throws: `BatchError`, or what reading and sending throw.
    public func forEachAnswer(_ emit: (BatchResponse) -> Void) async throws {
        var progress = BatchProgress()
        await withTaskGroup(of: BatchProgress.Event.self) { group in
            repeat {
                if progress.beginReading() {
                    group.addTask { [reader] in await .read(BatchRun.result { try await reader.next() }) }
                }
                guard let event = await group.next() else { break }
                if let (number, batch) = progress.take(event) {
                    group.addTask { [sender] in
                        await .answered(number, BatchRun.result { try await sender.answers(to: batch) })
                    }
                }
                progress.ready().forEach(emit)
            } while true
        }
        progress.rest().forEach(emit)
        if let failure = progress.failure { throw failure }
    }

    private static func result<Value: Sendable>(
        _ body: @Sendable () async throws -> Value
    ) async -> Result<Value, any Error> {
        do { return .success(try await body()) } catch { return .failure(error) }
    }
}

/// How far a run of batches has come: which are on their way, and which answers wait for those before them.
struct BatchProgress {
    enum Event: Sendable {
        /// The next batch; nil at the end.
        case read(Result<[BatchRequest]?, any Error>)
        case answered(Int, Result<[BatchResponse], any Error>)
    }

    /// How many batches may be on their way beside the oldest, itself included: what Outlook serves one app and mailbox
    /// at once. It bounds the memory too, for what is answered early waits for the oldest.
    private static let width = 4

    /// The first thing that went wrong.
    private(set) var failure: (any Error)?
    private var running: Set<Int> = []
    private var started = 0
    private var isReading = false
    private var isAtEnd = false
    private var waiting: [Int: BatchResponse] = [:]
    private var nextPosition = 0

    /// Whether the next batch is to be read now.
    mutating func beginReading() -> Bool {
        guard !isReading, !isAtEnd, failure == nil, started - (running.min() ?? started) < BatchProgress.width else {
            return false
        }
        isReading = true
        return true
    }

    /// - Returns: a batch to send, with its number.
    mutating func take(_ event: Event) -> (number: Int, batch: [BatchRequest])? {
        switch event {
        case .read(let result):
            isReading = false
            return begin(result)
        case .answered(let number, let result):
            running.remove(number)
            end(result)
            return nil
        }
    }

    /// The answers whose turn it is.
    mutating func ready() -> [BatchResponse] {
        var ready: [BatchResponse] = []
        while let answer = waiting.removeValue(forKey: nextPosition) {
            ready.append(answer)
            nextPosition += 1
        }
        return ready
    }

    /// What is left when something before it was never answered.
    mutating func rest() -> [BatchResponse] {
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

    private mutating func end(_ result: Result<[BatchResponse], any Error>) {
        do {
            for answer in try result.get() { waiting[answer.request.position] = answer }
        } catch {
            failure = failure ?? error
        }
    }
}
