import FoundationEssentials

/// One page of a collection, with its items as the bytes that the server sent.
///
/// Only names and links are decoded: numbers keep their digits and objects the order of their keys.
public struct GraphPage: Sendable {
    /// The whole document as received.
    public let body: Data
    /// The `@odata.nextLink`: opaque, to be followed unchanged. Nil on the last page.
    public let nextLink: String?
    /// The `@odata.deltaLink` on the last page of a delta query: its request returns the changes since then.
    public let deltaLink: String?
    /// The document's own members in order.
    let members: [Member]
    /// The places of the items in `body`; nil when the document has no `value` array, so that it is no collection.
    let itemRanges: [Range<Int>]?

    struct Member: Sendable {
        let name: String
        /// The place of name, colon and value in the page.
        let range: Range<Int>
    }

    /// - Parameter body: a JSON object; the result is nil for anything else.
    public init?(_ body: Data) {
        let found = body.withUnsafeBytes { Self.scan($0.bindMemory(to: UInt8.self)) }
        guard let found else { return nil }
        self.body = body
        members = found.members
        itemRanges = found.items
        nextLink = found.nextLink
        deltaLink = found.deltaLink
    }

    /// Whether the document has a `value` array. A single resource has none, though it may have a `value` of another type.
    public var isCollection: Bool { itemRanges != nil }

    /// The number of items in `value`; 0 for a document that is no collection. An empty page may have a next link.
    public var itemCount: Int { itemRanges?.count ?? 0 }

    /// The items of `value`, byte for byte.
    public var items: [Data] { (itemRanges ?? []).map(bytes) }

    func item(at index: Int) -> Data? { itemRanges.map { bytes($0[index]) } }

    /// A part of the page; positions count from its first byte.
    func bytes(_ range: Range<Int>) -> Data {
        body.subdata(in: body.startIndex + range.lowerBound..<body.startIndex + range.upperBound)
    }
}

extension GraphPage {
    private struct Structure {
        var members: [Member] = []
        var items: [Range<Int>]?
        var nextLink: String?
        var deltaLink: String?
    }

    private static func scan(_ bytes: UnsafeBufferPointer<UInt8>) -> Structure? {
        var structure = Structure()
        var scanner = JSONScanner(bytes)
        let isObject = scanner.object { quoted, scanner in
            let name = string(bytes[quoted]) ?? ""
            let isItems = name == "value" && scanner.isAtArray()
            if isItems {
                structure.items = scanner.array()
                guard structure.items != nil else { return false }
            } else {
                guard let value = scanner.value() else { return false }
                switch name {
                case "@odata.nextLink": structure.nextLink = string(bytes[value])
                case "@odata.deltaLink": structure.deltaLink = string(bytes[value])
                case "value": structure.items = nil
                default: break
                }
            }
            structure.members.append(Member(name: name, range: quoted.lowerBound..<scanner.position))
            return true
        }
        return isObject && scanner.isAtEnd() ? structure : nil
    }

    /// The text of a JSON string; nil for a value of another kind.
    static func string(_ quoted: Slice<UnsafeBufferPointer<UInt8>>) -> String? {
        guard quoted.count >= 2, quoted.first == UInt8(ascii: "\"") else { return nil }
        guard quoted.contains(UInt8(ascii: "\\")) else {
            return String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self)
        }
        return try? JSONDecoder().decode(String.self, from: Data(quoted))
    }
}
