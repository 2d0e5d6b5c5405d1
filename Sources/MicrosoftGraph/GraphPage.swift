import Foundation

/// One page of a collection, with the items as the bytes that the server sent.
public struct GraphPage: Sendable {
    /// `@odata.nextLink`: opaque, neither decoded nor rebuilt.
    public let nextLink: String?
    let members: [Member]
    /// Nil when the document has no `value` array: not a collection.
    private let itemRanges: [Range<Int>]?
    private let bytes: [UInt8]

    struct Member: Sendable {
        let name: String
        /// Name, colon and value as they came.
        let text: Data
    }

    /// - Parameter body: a JSON object; nil for anything else.
    public init?(_ body: Data) {
        bytes = Array(body)
        var scanner = JSONScanner(bytes)
        guard let found = scanner.objectMembers(), scanner.isAtEnd() else { return nil }
        var members: [Member] = []
        var items: [Range<Int>]?
        var link: String?
        for (name, value) in found {
            let text = GraphPage.string(bytes[name]) ?? ""
            if text == "value" {
                var array = JSONScanner(bytes, from: value.lowerBound)
                items = array.arrayElements()
            }
            if text == "@odata.nextLink" { link = GraphPage.string(bytes[value]) }
            members.append(Member(name: text, text: Data(bytes[name.lowerBound..<value.upperBound])))
        }
        self.members = members
        itemRanges = items
        nextLink = link
    }

    /// The whole page as it came.
    public var body: Data { Data(bytes) }

    public var isCollection: Bool { itemRanges != nil }

    /// Every item of `value`, byte for byte.
    public var items: [Data] { (itemRanges ?? []).map { Data(bytes[$0]) } }

    private static func string(_ quoted: ArraySlice<UInt8>) -> String? {
        try? JSONDecoder().decode(String.self, from: Data(quoted))
    }
}
