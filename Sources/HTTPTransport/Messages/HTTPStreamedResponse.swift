import FoundationEssentials
import Synchronization

/// A response whose body is still arriving.
public struct HTTPStreamedResponse: Sendable {
    public var status: Int
    /// The fields as received: `Content-Length` and `Content-Encoding` describe the bytes on the wire, not `body`.
    public var headers: HTTPHeaders
    /// The URL that the response came from: after a redirect, not the request's.
    public var url: String
    /// The host that sends the response, if a redirect left the origin of the request, with whose secrets it has nothing
    /// to do; nil for a response of that origin.
    public var redirectedHost: String?
    public var body: HTTPBodyStream
    /// Whether ``HTTPRequest/urlIsSecret`` holds for the URL.
    public var urlIsSecret: Bool
    /// See ``HTTPResponse/previousAttemptMayHaveSucceeded``.
    public var previousAttemptMayHaveSucceeded = false

    public init(
        status: Int, headers: HTTPHeaders = HTTPHeaders(), url: String, redirectedHost: String? = nil,
        urlIsSecret: Bool = false, body: HTTPBodyStream
    ) {
        self.status = status
        self.headers = headers
        self.url = url
        self.redirectedHost = redirectedHost
        self.urlIsSecret = urlIsSecret
        self.body = body
    }
}

extension HTTPStreamedResponse {
    /// The same response, once so many bytes of its body or all of them have arrived.
    func buffering(first count: Int) async throws(HTTPError) -> HTTPStreamedResponse {
        guard count > 0 else { return self }
        var pieces: [Data] = []
        var size = 0
        var arriving = body.makeAsyncIterator()
        while size < count, let piece = try await arriving.next() {
            pieces.append(piece)
            size += piece.count
        }
        let held = Mutex(pieces.reversed() as [Data])
        let body = self.body
        var response = self
        response.body = HTTPBodyStream { () async throws(HTTPError) in
            if let piece = held.withLock({ $0.popLast() }) { return piece }
            var arriving = body.makeAsyncIterator()
            return try await arriving.next()
        }
        return response
    }
}

extension HTTPStreamedResponse: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    public var description: String {
        "HTTP \(status) from \(RequestLog.redacted(url, isSecret: urlIsSecret || redirectedHost != nil))"
    }

    public var debugDescription: String { description }

    /// Empty, because the URL may carry a secret and `dump` prints stored text.
    public var customMirror: Mirror { Mirror(self, children: []) }
}

/// The body of a response, in the pieces in which it arrives.
///
/// The server is slowed to the pace of the reader, so memory use stays constant. Releasing the stream and its iterators
/// ends the transfer. There is one body, so it is read once: two iterators share the pieces between them.
public struct HTTPBodyStream: AsyncSequence, Sendable {
    public typealias Element = Data
    public typealias Failure = HTTPError

    private let source: Source

    /// - Parameters:
    ///   - next: returns the next piece, nil at the end.
    ///   - onTermination: called when the stream and all its iterators have been released.
    public init(
        next: @escaping @Sendable () async throws(HTTPError) -> Data?,
        onTermination: @escaping @Sendable () -> Void = {}
    ) {
        source = Source(next: next, onTermination: onTermination)
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

    /// Shared by the stream and its iterators: the deallocation of the source is the release of the last of them.
    fileprivate final class Source: Sendable {
        let next: @Sendable () async throws(HTTPError) -> Data?
        private let onTermination: @Sendable () -> Void

        init(
            next: @escaping @Sendable () async throws(HTTPError) -> Data?, onTermination: @escaping @Sendable () -> Void
        ) {
            self.next = next
            self.onTermination = onTermination
        }

        deinit {
            onTermination()
        }
    }
}
