import FoundationEssentials
import HTTPTransport

/// Reads the requests of a batch from bytes as they arrive: one a line, or a whole `$batch` document.
///
/// The first requests, the head, are checked before any request is sent. The others are read while responses arrive, in
/// constant memory. They cannot depend on other requests.
public actor BatchReader {
    let version: String
    private let headers: HTTPHeaders
    private let chunks: @Sendable () async throws -> Data?
    private var lines = BatchLines()
    private var ids = BatchIDs()
    private var planned: ArraySlice<[BatchRequest]> = []
    private var isAtEnd = false
    /// The error that ended reading, thrown after the requests before it.
    private var failure: (any Error)?
    /// The number of requests in the head; nil before it was read.
    private var headCount: Int?

    private static let documentLimit = 64 << 20

    /// - Parameters:
    ///   - version: of the batches, `v1.0` or `beta`.
    ///   - headers: for every request that does not have them itself.
    ///   - chunks: the next bytes, nil after the last.
    public init(
        version: String, headers: HTTPHeaders = HTTPHeaders(), chunks: @escaping @Sendable () async throws -> Data?
    ) {
        self.version = version
        self.headers = headers
        self.chunks = chunks
    }

    /// The first requests with their ids, all of them checked. Call this once, before the run; otherwise the run reads all
    /// requests as the head.
    ///
    /// - Parameter limit: the number of requests to read ahead, at least; nil reads to the end.
    /// - Throws: `BatchError`, or an error of the source of bytes.
    public func head(limit: Int?) async throws -> [BatchRequest] {
        var head: [BatchRequest] = []
        while head.count < limit ?? .max, let line = try await line() {
            if head.isEmpty, let document = try await document(beginningWith: line) {
                head = document
                break
            }
            head.append(try request(line.text, at: .line(line.number)))
        }
        isAtEnd = lines.isAtEnd
        try ids.assign(to: &head)
        planned = try BatchPlan(head).batches[...]
        headCount = head.count
        return head
    }

    /// The next batch to send; nil after the last.
    func next() async throws -> [BatchRequest]? {
        if headCount == nil { _ = try await head(limit: nil) }
        if let batch = planned.popFirst() { return batch }
        if let failure { throw failure }
        guard !isAtEnd else { return nil }
        var batch: [BatchRequest] = []
        do {
            while batch.count < BatchPlan.limit, let line = try await line() {
                batch.append(try requestAfterHead(line))
            }
            isAtEnd = lines.isAtEnd
        } catch {
            // The requests before it are valid and are sent.
            guard !batch.isEmpty else { throw error }
            failure = error
        }
        return batch.isEmpty ? nil : batch
    }

    private func requestAfterHead(_ line: BatchLines.Line) throws(BatchError) -> BatchRequest {
        var request = [try request(line.text, at: .line(line.number))]
        guard request[0].dependsOn.isEmpty else { throw .lateDependency(request[0].place, limit: headCount ?? 0) }
        try ids.assign(to: &request)
        return request[0]
    }

    private func request(_ text: Data, at place: BatchPlace) throws(BatchError) -> BatchRequest {
        try BatchRequest(line: text, at: place, version: version, defaults: headers)
    }

    private func line() async throws -> BatchLines.Line? {
        while true {
            if let line = try lines.next() { return line }
            if lines.hasEnded { return nil }
            lines.append(try await chunks())
        }
    }

    /// The requests of a document, or nil if the first line is a request. The first line of a document is no whole JSON
    /// object, or has a member `requests`.
    private func document(beginningWith line: BatchLines.Line) async throws -> [BatchRequest]? {
        guard line.text.first == UInt8(ascii: "{") else { return nil }
        let object = JSONObjectText(line.text)
        guard object == nil || object?["requests"] != nil else { return nil }
        let whole = try await text(from: line)
        guard let elements = JSONObjectText(whole)?.elements("requests") else {
            throw BatchError.invalid(.line(line.number), object == nil ? .notARequest : .notADocument)
        }
        return try elements.enumerated().map { index, element in
            try request(element, at: .request(index + 1))
        }
    }

    /// A line and everything after it.
    private func text(from line: BatchLines.Line) async throws -> Data {
        var text = line.text + Data("\n".utf8)
        while true {
            text += lines.remainder()
            guard text.count <= Self.documentLimit else {
                throw BatchError.invalid(.line(line.number), .tooLong(limit: Self.documentLimit))
            }
            if lines.hasEnded { return text }
            lines.append(try await chunks())
        }
    }
}

/// Assigns the ids and positions of the requests of one run, so that no id is used twice.
///
/// Generated ids are numbers in order. Only their counter is stored, and a hash of each id of the input.
struct BatchIDs {
    private var given: Set<Int> = []
    private var counter = 0
    private var count = 0

    /// - Parameter requests: known together before any of them is sent: ids of the input come before generated ones.
    mutating func assign(to requests: inout [BatchRequest]) throws(BatchError) {
        for request in requests where !request.id.isEmpty { try take(request) }
        for index in requests.indices {
            if requests[index].id.isEmpty { requests[index].id = generated() }
            requests[index].position = count
            count += 1
        }
    }

    private mutating func take(_ request: BatchRequest) throws(BatchError) {
        let isGenerated = Int(request.id).map { $0 > 0 && $0 <= counter && String($0) == request.id } ?? false
        guard !isGenerated, given.insert(request.key.hashValue).inserted else {
            throw .duplicateID(request.id, request.place)
        }
    }

    private mutating func generated() -> String {
        repeat { counter += 1 } while given.contains(String(counter).hashValue)
        return String(counter)
    }
}
