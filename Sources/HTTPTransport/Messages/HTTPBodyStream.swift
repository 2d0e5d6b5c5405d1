import FoundationEssentials

/// A body in the pieces it arrives in. The server is slowed to the pace of the reader, so memory stays constant;
/// letting go of the stream, and of its iterator, ends the transfer.
///
/// There is one body, so it is read once: two iterators share the pieces between them.
public struct HTTPBodyStream: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = HTTPError

    private let source: Source

    /// A stream that asks `next` for each piece until it answers nil, and calls `onDrop` when nobody can ask any more.
    public init(
        next: @escaping @Sendable () async throws(HTTPError) -> Data?, onDrop: @escaping @Sendable () -> Void = {}
    ) {
        source = Source(next: next, onDrop: onDrop)
    }

    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(source: source)
    }

    public struct AsyncIterator: AsyncIteratorProtocol {
        fileprivate let source: Source

        public mutating func next() async throws(HTTPError) -> Data? {
            try await source.next()
        }

        public mutating func next(isolation: isolated (any Actor)?) async throws(HTTPError) -> Data? {
            try await source.next()
        }
    }
}

extension HTTPBodyStream {
    /// Shared by the stream and its iterators, so that its end is the end of the last of them.
    fileprivate final class Source: Sendable {
        let next: @Sendable () async throws(HTTPError) -> Data?
        private let onDrop: @Sendable () -> Void

        init(next: @escaping @Sendable () async throws(HTTPError) -> Data?, onDrop: @escaping @Sendable () -> Void) {
            self.next = next
            self.onDrop = onDrop
        }

        deinit {
            onDrop()
        }
    }
}
