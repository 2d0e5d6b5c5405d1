/// A place in a collection at which reading can begin: the link to a page, and the number of its items to leave out.
///
/// As text it is the link, followed by `#item=N` if items are left out. No server sees that: a fragment is not part of a
/// request (RFC 9110 §4.2.5), and links of Graph have none.
public struct PagePosition: Hashable, Sendable {
    /// A whole URL.
    public let link: String
    /// The items of the page before this place.
    public let itemsBefore: Int

    private static let separator = "#item="

    public init(link: String, itemsBefore: Int = 0) {
        self.link = link
        self.itemsBefore = itemsBefore
    }

    /// - Parameter text: a link, or the ``text`` of a position.
    public init(_ text: String) {
        guard let mark = text.ranges(of: Self.separator).last, let count = Int(text[mark.upperBound...]), count >= 0
        else {
            self.init(link: text)
            return
        }
        self.init(link: String(text[..<mark.lowerBound]), itemsBefore: count)
    }

    public var text: String { itemsBefore == 0 ? link : "\(link)\(Self.separator)\(itemsBefore)" }
}
