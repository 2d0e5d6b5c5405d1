import FoundationEssentials
import HTTPTransport

/// Cuts a page into parts while it arrives, so that memory does not grow with the page.
///
/// A page of up to ``size`` bytes is one part, which has been checked to be a whole document. A larger one is cut
/// behind items; only its last part tells whether the document is whole.
struct PageParts: Sendable {
    /// The bytes of a part, or of its only item if that is larger.
    static let size = 4 << 20

    private let size: Int
    private var bytes = Data()
    /// The number of bytes to wait for.
    private var target: Int
    private var isInItems = false
    /// Whether an item stands before `bytes`, so that a comma comes first.
    private var hasItems = false
    /// The contents of the last part so far: those that stand before the items.
    private var lastContents = GraphPage.Contents()

    init(size: Int = Self.size) {
        self.size = size
        target = size
    }

    /// Whether bytes have to be added before the next part, unless there are none.
    var needsBytes: Bool { bytes.count < target }

    var byteCount: Int { bytes.count }

    /// The bytes that are in no part yet.
    var remainder: Data { bytes }

    mutating func add(_ piece: Data) {
        bytes.append(piece)
    }

    /// The next part of a page of which more bytes will come; nil when more of them are needed.
    mutating func next() -> GraphPage? {
        guard !needsBytes else { return nil }
        if !isInItems { bytes = bytes.withoutByteOrderMark }
        guard let (end, found) = bytes.withUnsafeBytes({ items(in: $0.bindMemory(to: UInt8.self)) }) else {
            // Twice as many each time, so that a very large item is not searched again for each part's size of it.
            target = bytes.count * 2
            return nil
        }
        var contents = found
        if !isInItems { lastContents = GraphPage.Contents(after: contents) }
        contents.removeLinks()
        let part = GraphPage(Data(bytes.prefix(end)), contents, isFirst: !isInItems, isLast: false)
        bytes = Data(bytes.dropFirst(end))
        (isInItems, hasItems, target) = (true, true, size)
        return part
    }

    /// The last part, when all bytes have come; nil for a document that is not whole, or is no JSON object.
    mutating func last() -> GraphPage? {
        guard isInItems else { return GraphPage(bytes) }
        guard let contents = bytes.withUnsafeBytes({ ending(in: $0.bindMemory(to: UInt8.self)) }) else { return nil }
        return GraphPage(bytes, contents, isFirst: false)
    }

    /// The complete items, and the end of the last one; nil when there is none.
    private func items(in bytes: UnsafeBufferPointer<UInt8>) -> (end: Int, GraphPage.Contents)? {
        var contents = GraphPage.Contents()
        var scanner = JSONScanner(bytes)
        if !isInItems {
            guard scanner.take("{"), Self.findItems(of: &contents, &scanner, in: bytes) else { return nil }
        }
        let items = items(&scanner, in: bytes)
        guard let end = items.last?.upperBound else { return nil }
        contents.items = items
        return (end, contents)
    }

    /// Reads members up to the opening bracket of the items.
    private static func findItems(
        of contents: inout GraphPage.Contents, _ scanner: inout JSONScanner, in bytes: UnsafeBufferPointer<UInt8>
    ) -> Bool {
        repeat {
            guard let name = scanner.name() else { return false }
            if JSONString.text(of: bytes[name]) == "value", scanner.isAtArray() {
                contents.add(name, value: nil, upTo: scanner.position, of: bytes)
                return scanner.take("[")
            }
            guard let value = scanner.value(), scanner.position < bytes.count else { return false }
            contents.add(name, value: value, upTo: scanner.position, of: bytes)
        } while scanner.take(",")
        return false
    }

    /// The items up to the first incomplete one. A number at the end of the bytes may continue in the next ones.
    private func items(_ scanner: inout JSONScanner, in bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
        var items: [Range<Int>] = []
        while true {
            var next = scanner
            if !items.isEmpty || hasItems, !next.take(",") { return items }
            guard let item = next.value(), next.position < bytes.count else { return items }
            items.append(item)
            scanner = next
        }
    }

    /// The remaining items and members of the document; nil when it does not end with them.
    private func ending(in bytes: UnsafeBufferPointer<UInt8>) -> GraphPage.Contents? {
        var contents = lastContents
        var scanner = JSONScanner(bytes)
        contents.items = items(&scanner, in: bytes)
        guard scanner.take("]") else { return nil }
        while scanner.take(",") {
            guard let name = scanner.name(), let value = scanner.value() else { return nil }
            let items = contents.items
            contents.add(name, value: value, upTo: scanner.position, of: bytes)
            contents.items = items
        }
        return scanner.take("}") && scanner.isAtEnd() ? contents : nil
    }
}
