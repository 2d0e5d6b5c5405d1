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
