import Foundation

/// Reads requests from bytes as they come: one in a line, or a whole `$batch` document.
///
/// What is read ahead is checked before anything is sent. What follows is read while answers come, in memory that does
/// not grow with it; there nothing can depend on anything, and whether it may write has been decided before.
public actor BatchReader {
    private let version: String
    private let chunks: @Sendable () async throws -> Data?
    private var lines = BatchLines()
    private var ids = BatchIDs()
    private var planned: ArraySlice<[BatchRequest]> = []
    private var isAtEnd = false
    /// Why reading ended, told once everything before it was given.
    private var failure: (any Error)?
    private var mayWriteLater = false
    private var headCount = 0

    private static let documentLimit = 64 << 20

    /// - Parameters:
    ///   - version: of the batches, `v1.0` or `beta`.
    ///   - chunks: The next bytes, nil at their end.
    public init(version: String, chunks: @escaping @Sendable () async throws -> Data?) {
        self.version = version
        self.chunks = chunks
    }

    /// The first requests with their ids, every one of them checked; called once, before `next()`.
    ///
    /// - Parameter limit: how many are read ahead, at least; nil reads to the end.
    /// - Throws: `BatchError`, or what reading throws.
    public func head(limit: Int?) async throws -> [BatchRequest] {
        var head: [BatchRequest] = []
        while head.count < limit ?? .max, let line = try await line() {
            if head.isEmpty, let document = try await document(beginningWith: line) {
                head = document
                break
            }
            head.append(try BatchRequest(line: line.text, at: .line(line.number), version: version))
        }
        isAtEnd = lines.isAtEnd
        try ids.assign(to: &head)
        planned = try BatchPlan(head).batches[...]
        headCount = head.count
        return head
    }

    /// Whether requests beyond the head may be writes; they may not unless this is called.
    public func allowWritesLater() {
        mayWriteLater = true
    }

    /// The next batch to send; nil when there is no more.
    func next() async throws -> [BatchRequest]? {
        if let batch = planned.popFirst() { return batch }
        if let failure { throw failure }
        guard !isAtEnd else { return nil }
        var batch: [BatchRequest] = []
        do {
            while batch.count < BatchPlan.limit, let line = try await line() { batch.append(try later(line)) }
            isAtEnd = lines.isAtEnd
        } catch {
            // What stands before it is good, and is sent.
            guard !batch.isEmpty else { throw error }
            failure = error
        }
        return batch.isEmpty ? nil : batch
    }

    private func later(_ line: BatchLines.Line) throws(BatchError) -> BatchRequest {
        var request = try [BatchRequest(line: line.text, at: .line(line.number), version: version)]
        guard request[0].dependsOn.isEmpty else { throw .lateDependency(request[0].place, limit: headCount) }
        guard !request[0].isWrite || mayWriteLater else { throw .lateWrite(request[0].place, limit: headCount) }
        try ids.assign(to: &request)
        return request[0]
    }

    private func line() async throws -> BatchLines.Line? {
        while true {
            if let line = try lines.next() { return line }
            if lines.hasEnded { return nil }
            lines.append(try await chunks())
        }
    }

    /// A line and everything after it, for a document that has lines of its own.
    private func rest(after line: BatchLines.Line) async throws -> Data {
        var whole = line.text + Data("\n".utf8)
        while true {
            whole += lines.rest()
            guard whole.count <= BatchReader.documentLimit else {
                throw BatchError.invalid(.line(line.number), .tooLong(limit: BatchReader.documentLimit))
            }
            if lines.hasEnded { return whole }
            lines.append(try await chunks())
        }
    }

    /// The requests of a document, which its first line tells from a request: it is no whole object, or has `requests`.
    private func document(beginningWith line: BatchLines.Line) async throws -> [BatchRequest]? {
        guard line.text.first == UInt8(ascii: "{") else { return nil }
        let object = JSONObjectText(line.text)
        guard object == nil || object?["requests"] != nil else { return nil }
        let whole = try await rest(after: line)
        guard let elements = JSONObjectText(whole)?.elements("requests") else {
            throw BatchError.invalid(.line(line.number), object == nil ? .notARequest : .notADocument)
        }
        return try elements.enumerated().map { index, element in
            try BatchRequest(line: element, at: .request(index + 1), version: version)
        }
    }
}

/// The ids and positions of the requests of one run: sees to it that no id is used twice and makes those that are missing.
///
/// Made ids are numbers in order. Nothing is kept of them but how far they have come, and a hash of each that was given.
struct BatchIDs {
    private var given: Set<Int> = []
    private var counter = 0
    private var count = 0

    /// Gives ids to requests that are all known before any of them is sent: the given ones come first.
    mutating func assign(to requests: inout [BatchRequest]) throws(BatchError) {
        for request in requests where !request.id.isEmpty { try take(request) }
        for index in requests.indices {
            if requests[index].id.isEmpty { requests[index].id = made() }
            requests[index].position = count
            count += 1
        }
    }

    private mutating func take(_ request: BatchRequest) throws(BatchError) {
        let isMade = Int(request.id).map { $0 > 0 && $0 <= counter && String($0) == request.id } ?? false
        guard !isMade, given.insert(request.key.hashValue).inserted else {
            throw .duplicateID(request.id, request.place)
        }
    }

    private mutating func made() -> String {
        repeat { counter += 1 } while given.contains(String(counter).hashValue)
        return String(counter)
    }
}
