import AccountProfiles
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph
import Synchronization

/// Prints the results of several profiles, a line of JSON each, and records which profiles failed.
final class ProfileResultPrinter: Sendable {
    private let output: Output
    private let failures = Mutex<[ProfileName: Failure.Kind]>([:])
    /// The profiles whose collection has pages that were not fetched.
    private let unfinished = Mutex<Set<ProfileName>>([])

    init(output: Output) {
        self.output = output
    }

    /// - Parameter value: a JSON document, printed unchanged but for line breaks between its parts.
    func print(_ value: Data, of profile: ProfileName) {
        var row = Data("{\"profile\":\(Self.json(profile.text)),\"value\":".utf8)
        row += value.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }
        row += Data("}\n".utf8)
        if let page = GraphPage(value), page.isCollection, page.nextLink != nil {
            unfinished.withLock { _ = $0.insert(profile) }
        }
        failures.withLock { _ in output.write(row) }
    }

    /// Tells of pages that were not fetched, once for all profiles.
    func noteMorePages(among profiles: [Profile]) {
        let unfinished = unfinished.withLock(\.self)
        let names = profiles.map(\.name).filter(unfinished.contains).map(\.text)
        guard !names.isEmpty else { return }
        output.note(
            "\(names.joined(separator: ", ")) \(names.count == 1 ? "has" : "have") more pages; --paginate fetches them all."
        )
    }

    func print(_ failure: Failure, of profile: ProfileName) {
        let error = Self.json(Failure.Fields(failure, profile: nil))
        failures.withLock { failures in
            failures[profile] = failure.kind
            output.line("{\"profile\":\(Self.json(profile.text)),\"error\":\(error)}")
        }
    }

    /// The failure of the command, of the kind that all failures have or else `failed`; nil when no profile failed.
    func failure(among profiles: [Profile]) -> Failure? {
        let failures = failures.withLock { $0 }
        let failed = profiles.map(\.name).filter { failures[$0] != nil }
        guard !failed.isEmpty else { return nil }
        return Failure(ofProfiles: failed, among: profiles.count, kinds: Set(failures.values))
    }

    private static func json(_ value: some Encodable) -> String {
        // Strings and numbers always encode.
        (try? JSONText.of(value, pretty: false)) ?? ""
    }
}

extension HTTPStreamedResponse {
    /// The body as a JSON document: JSON unchanged but for a byte order mark, text as a string, an empty body as null.
    ///
    /// - Throws: `Failure` of kind `api` for an error status, of kind `failed` for binary data, and as
    ///   `Failure.init(unusable:of:as:)`.
    func document(of request: GraphRequest) async throws -> Data {
        let response = try await GraphResponse(reading: self)
        guard response.isSuccess else { throw Failure(response, of: "\(request.method) \(request.path)") }
        if let failure = Failure(unusable: response, of: request) { throw failure }
        if response.body.isEmpty { return Data("null".utf8) }
        if let json = response.json { return json }
        guard let text = String(validating: response.body, as: UTF8.self) else {
            throw Failure.notADocument
        }
        return Data(try JSONText.of(text, pretty: false).utf8)
    }
}

extension PageOptions {
    /// Reads the pages of a collection, as one document or item by item.
    ///
    /// - Throws: `Failure`, with the link to resume from where items were emitted before it.
    func read(_ call: GraphCall, as profile: ProfileName, _ emit: (Data) -> Void) async throws {
        var pages = call.client.pages(call.request).makeAsyncIterator()
        do {
            if ndjson {
                try await pages.forEachItem(upTo: maxItems ?? .max, emit)
            } else {
                emit(try await pages.document())
            }
        } catch {
            // A document is printed whole or not at all, so there is nothing to go on from.
            throw Failure(error, resumingAt: ndjson ? pages.link : nil, as: profile)
        }
    }
}

extension GraphPages.Iterator {
    /// All pages as one document. A document that is not a collection stays as it is.
    fileprivate mutating func document() async throws -> Data {
        var joined = JoinedPages()
        var text = Data()
        while let page = try await next() {
            guard joined.pageCount > 0 || page.isCollection else { return page.body }
            text += try joined.text(of: page)
        }
        return text + joined.end()
    }

    /// Each item as it arrives. A document that is not a collection is one item.
    ///
    /// - Parameter limit: the most items.
    fileprivate mutating func forEachItem(upTo limit: Int, _ body: (Data) -> Void) async throws {
        var count = 0
        while count < limit, let page = try await next() {
            for item in (page.isCollection ? page.items : [page.body]).prefix(limit - count) {
                count += 1
                body(item)
            }
        }
    }
}
