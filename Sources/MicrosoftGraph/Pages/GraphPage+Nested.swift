import FoundationEssentials
import HTTPTransport

extension GraphPage {
    /// The properties of items, or of a single resource, that are collections with further pages, such as `replies` of
    /// `replies@odata.nextLink`. These links are not followed.
    public var propertiesWithMorePages: Set<String> {
        var names: Set<String> = []
        body.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while let start = rest.firstIndex(of: UInt8(ascii: "@")) {
                rest = rest[(start + 1)...]
                guard rest.starts(with: Self.linkName), let name = Self.property(before: start, in: bytes) else {
                    continue
                }
                names.insert(name)
            }
        }
        return names
    }

    private static let linkName = Array("odata.nextLink\"".utf8)

    /// The name between the quote before it and this place; nil for an empty one, as of the page's own link, and where it is
    /// no name of a property.
    private static func property(before end: Int, in bytes: UnsafeRawBufferPointer) -> String? {
        let name = bytes[max(0, end - 256)..<end].reversed().prefix { $0 != UInt8(ascii: "\"") }
        guard !name.isEmpty, name.allSatisfy({ $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "_") }) else { return nil }
        return String(decoding: name.reversed(), as: UTF8.self)
    }
}
