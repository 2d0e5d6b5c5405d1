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
        let bytes = Array(text)
        var scanner = JSONScanner(bytes)
        guard let found = scanner.objectMembers(), scanner.isAtEnd() else { return nil }
        members = found.map { (JSONObjectText.string(Data(bytes[$0.name])) ?? "", Data(bytes[$0.value])) }
    }

    var names: [String] { members.map(\.name) }

    /// The value of a name; of one that is there twice the last, as most readers of JSON have it.
    subscript(name: String) -> Data? { members.last { $0.name == name }?.value }

    func string(_ name: String) -> String? { self[name].flatMap(JSONObjectText.string) }

    func integer(_ name: String) -> Int? { self[name].flatMap { Int(String(decoding: $0, as: UTF8.self)) } }

    /// The elements of an array; nil for anything else.
    func elements(_ name: String) -> [Data]? {
        guard let value = self[name] else { return nil }
        let bytes = Array(value)
        var scanner = JSONScanner(bytes)
        return scanner.arrayElements()?.map { Data(bytes[$0]) }
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
