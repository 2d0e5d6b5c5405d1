/// Walks through the elements of a DER document (ITU-T X.690), as far as certificates and keys need it.
struct DERReader {
    enum Tag: UInt8 {
        case integer = 0x02
        case objectIdentifier = 0x06
        case utcTime = 0x17
        case generalizedTime = 0x18
        case sequence = 0x30
        /// `[0]`, explicit: the version of a certificate.
        case version = 0xA0
    }

    struct Element {
        let tag: UInt8
        let content: ArraySlice<UInt8>
        /// Tag and length included.
        let encoded: ArraySlice<UInt8>

        /// For the elements within.
        var reader: DERReader { DERReader(content) }
    }

    private var rest: ArraySlice<UInt8>

    init(_ bytes: ArraySlice<UInt8>) {
        rest = bytes
    }

    /// The next element, if it has that tag; otherwise nothing is consumed.
    mutating func next(_ tag: Tag) -> Element? {
        guard rest.first == tag.rawValue else { return nil }
        return next()
    }

    /// Nil at the end, and where what follows is not an element.
    mutating func next() -> Element? {
        let start = rest
        guard let tag = rest.popFirst(), tag & 0x1F != 0x1F, let length = length(), length <= rest.count else {
            rest = start
            return nil
        }
        let content = rest.prefix(length)
        rest = rest.dropFirst(length)
        return Element(tag: tag, content: content, encoded: start[start.startIndex..<content.endIndex])
    }

    /// Section 8.1.3, with as many octets as a file that fits into memory can need.
    private mutating func length() -> Int? {
        guard let first = rest.popFirst() else { return nil }
        guard first & 0x80 != 0 else { return Int(first) }
        let count = Int(first & 0x7F)
        guard (1...4).contains(count), rest.count >= count else { return nil }
        let length = rest.prefix(count).reduce(0) { $0 << 8 | Int($1) }
        rest = rest.dropFirst(count)
        return length
    }
}
