import Foundation

/// The members of a JSON object, with each value as the bytes that came.
struct JSONObjectText {
    private let members: [(name: String, value: Data)]

    /// Nil for what is no whole JSON object; depth and syntax are checked, numbers are not read.
    init?(_ text: Data) {
        guard (try? JSONSerialization.jsonObject(with: text)) is [String: Any] else { return nil }
        self.init(wellFormed: text)
    }

    /// For what is known to be JSON already.
    init?(wellFormed text: Data) {
        let found = text.withUnsafeBytes { bytes -> [(name: String, value: Data)]? in
            let bytes = bytes.bindMemory(to: UInt8.self)
            var scanner = JSONScanner(bytes)
            var members: [(name: String, value: Data)] = []
            let isObject = scanner.object { name, scanner in
                guard let value = scanner.value() else { return false }
                members.append((JSONObjectText.string(Data(bytes[name])) ?? "", Data(bytes[value])))
                return true
            }
            return isObject && scanner.isAtEnd() ? members : nil
        }
        guard let found else { return nil }
        members = found
    }

    var names: [String] { members.map(\.name) }

    /// The value of a name; of one that is there twice the last, as most readers of JSON have it.
    subscript(name: String) -> Data? { members.last { $0.name == name }?.value }

    func string(_ name: String) -> String? { self[name].flatMap(JSONObjectText.string) }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

    /// The elements of an array; nil for anything else.
    func elements(_ name: String) -> [Data]? {
        self[name]?.withUnsafeBytes { bytes in
            let bytes = bytes.bindMemory(to: UInt8.self)
            var scanner = JSONScanner(bytes)
            return scanner.array()?.map { Data(bytes[$0]) }
        }
    }

    static func string(_ quoted: Data) -> String? {
        try? JSONDecoder().decode(String.self, from: quoted)
    }

    static func quoted(_ text: String) -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .withoutEscapingSlashes
        // A string always encodes.
        return (try? encoder.encode(text)) ?? Data("\"\"".utf8)
    }
}
