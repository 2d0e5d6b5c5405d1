import Foundation

/// Where to go on, before a page is looked at.
extension GraphPage {
    /// The next link, found without passing over the items: as a member before `value`, where most of Graph has it, or
    /// as the last of the document, where mail has it. Nil when it may stand elsewhere.
    ///
    /// Whether the text is a document at all, and whether it has a second next link, only the whole page tells: what was
    /// asked for at this link counts when ``nextLink`` turns out to be the same.
    static func foreseenNextLink(in body: Data) -> String? {
        body.withUnsafeBytes { body in
            let bytes = body.bindMemory(to: UInt8.self)
            return linkBeforeItems(bytes) ?? linkAtEnd(bytes)
        }
    }

    private static func linkBeforeItems(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var scanner = JSONScanner(bytes)
        var link: String?
        _ = scanner.object { name, scanner in
            if bytes[name].elementsEqual("\"value\"".utf8), scanner.isAtArray() { return false }
            guard let value = scanner.value() else { return false }
            guard bytes[name].elementsEqual(linkName) else { return true }
            link = string(bytes[value])
            return false
        }
        return link
    }

    /// In JSON, the string before the last brace is the value of one of the document's own members.
    private static func linkAtEnd(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        var rest = bytes[...]
        guard drop("}", from: &rest), drop("\"", from: &rest) else { return nil }
        let close = rest.endIndex
        guard let open = rest.lastIndex(of: UInt8(ascii: "\"")) else { return nil }
        rest = rest[..<open]
        // An escaped quote has a backslash before it, which this leaves to the whole scan.
        guard drop(":", from: &rest) else { return nil }
        dropSpace(from: &rest)
        guard rest.suffix(linkName.count).elementsEqual(linkName) else { return nil }
        rest = rest.dropLast(linkName.count)
        guard drop(",", from: &rest) else { return nil }
        return string(bytes[open...close])
    }

    private typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

    /// Takes white space and then that character from the end.
    private static func drop(_ character: Unicode.Scalar, from rest: inout Bytes) -> Bool {
        dropSpace(from: &rest)
        guard rest.last == UInt8(ascii: character) else { return false }
        rest.removeLast()
        return true
    }

    private static func dropSpace(from rest: inout Bytes) {
        while let last = rest.last, last <= 0x20 { rest.removeLast() }
    }

    private static let linkName = Array("\"@odata.nextLink\"".utf8)
}
