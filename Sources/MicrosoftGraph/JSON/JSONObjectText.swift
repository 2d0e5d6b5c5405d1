import FoundationEssentials

/// The members of a JSON object, with each value as the bytes of the text.
public struct JSONObjectText {
    private let members: [(name: String, value: Data)]

    /// Nil for anything but one whole JSON object; the syntax is checked.
    public init?(_ text: Data) {
        guard JSONSyntax.isObject(text) else { return nil }
        self.init(wellFormed: text)
    }

    /// An item of a collection; one that is no object stands as its member `value`. Its syntax was checked with the page's.
    public init(item: Data) {
        if let object = JSONObjectText(wellFormed: item) { self = object } else { members = [("value", item)] }
    }

    /// - Parameter text: a part of a text that was checked as a whole.
    init?(wellFormed text: Data) {
        let found = text.withUnsafeBytes { bytes -> [(name: String, value: Data)]? in
            let bytes = bytes.bindMemory(to: UInt8.self)
            var scanner = JSONScanner(bytes)
            var members: [(name: String, value: Data)] = []
            let isObject = scanner.object { name, scanner in
                guard let value = scanner.value() else { return false }
                members.append((JSONString.text(of: bytes[name]) ?? "", Data(bytes[value])))
                return true
            }
            return isObject && scanner.isAtEnd() ? members : nil
        }
        guard let found else { return nil }
        members = found
    }

    public var names: [String] { members.map(\.name) }

    /// Whether two members have the same name, in any case.
    var repeatsNames: Bool { Set(names.map { $0.lowercased() }).count < names.count }

    /// The value of a name; the last of two members with the same name counts, as in most JSON parsers.
    public subscript(name: String) -> Data? { members.last { $0.name == name }?.value }

    func string(_ name: String) -> String? { self[name].flatMap(Self.string) }

    /// The names and values of all members, repeated names too. A value that is not a string is its JSON text.
    var texts: [(String, String)] {
        members.map { ($0.name, Self.string($0.value) ?? String(decoding: $0.value, as: UTF8.self)) }
    }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

    /// The elements of an array; nil for anything else.
    func elements(_ name: String) -> [Data]? {
        self[name]?.withUnsafeBytes { bytes in
            let bytes = bytes.bindMemory(to: UInt8.self)
            var scanner = JSONScanner(bytes)
            return scanner.array()?.map { Data(bytes[$0]) }
        }
    }

    /// The elements of an array in the text of an object, up to the end of the text where that is cut off; nil without
    /// such an array.
    static func completeElements(_ name: String, of text: Data) -> [Data]? {
        text.withUnsafeBytes { bytes in
            let bytes = bytes.bindMemory(to: UInt8.self)
            var scanner = JSONScanner(bytes)
            var elements: [Data]?
            _ = scanner.object { member, scanner in
                guard JSONString.text(of: bytes[member]) == name, scanner.isAtArray() else {
                    return scanner.value() != nil
                }
                elements = []
                return scanner.elements { elements?.append(Data(bytes[$0])) }
            }
            return elements
        }
    }

    /// The text of a JSON string; nil for another value.
    public static func string(_ quoted: Data) -> String? { JSONString.text(of: quoted) }

    /// The text of an object with these members, whose values are JSON text.
    static func object(_ members: [(name: String, value: Data)]) -> Data {
        var text = Data("{".utf8)
        for (index, member) in members.enumerated() {
            text += Data((index == 0 ? "" : ",").utf8) + JSONString.quoted(member.name) + Data(":".utf8)
            text += member.value
        }
        return text + Data("}".utf8)
    }
}
