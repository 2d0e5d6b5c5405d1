import FoundationEssentials

/// A JSON value whose objects keep the order of their members, as the responses of Entra and Graph do.
enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])
    /// Text that is written unchanged: escapes and number formats that the services use and an encoder would not.
    case verbatim(String)

    struct Member: Equatable, Sendable {
        let name: String
        var value: JSON
    }

    subscript(name: String) -> JSON? {
        get {
            guard case .object(let members) = self else { return nil }
            return members.first { $0.name == name }?.value
        }
        set {
            guard case .object(var members) = self else { return }
            if let index = members.firstIndex(where: { $0.name == name }) {
                guard let newValue else { members.remove(at: index); self = .object(members); return }
                members[index].value = newValue
            } else if let newValue {
                members.append(Member(name: name, value: newValue))
            }
            self = .object(members)
        }
    }

    var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    var integer: Int? {
        guard case .integer(let number) = self else { return nil }
        return number
    }

    var bool: Bool? {
        guard case .bool(let flag) = self else { return nil }
        return flag
    }

    var array: [JSON]? {
        guard case .array(let items) = self else { return nil }
        return items
    }

    var members: [Member]? {
        guard case .object(let members) = self else { return nil }
        return members
    }

    /// Sets every member of `patch` and leaves the others unchanged, as a Graph PATCH does.
    func merging(_ patch: JSON) -> JSON {
        guard let changes = patch.members else { return self }
        var merged = self
        for change in changes {
            merged[change.name] = change.value
        }
        return merged
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral {
    init(stringLiteral value: String) { self = .string(value) }
    init(integerLiteral value: Int) { self = .integer(value) }
    init(booleanLiteral value: Bool) { self = .bool(value) }
}

extension JSON: ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByNilLiteral {
    init(arrayLiteral elements: JSON...) { self = .array(elements) }
    init(dictionaryLiteral elements: (String, JSON)...) {
        self = .object(elements.map { Member(name: $0.0, value: $0.1) })
    }
    init(nilLiteral: ()) { self = .null }
}

extension JSON: Decodable {
    /// Parses the body of a request. The order of members is lost, and no endpoint depends on it.
    init?(parsing bytes: [UInt8]) {
        guard let value = try? JSONDecoder().decode(JSON.self, from: Data(bytes)) else { return nil }
        self = value
    }

    init(from decoder: any Decoder) throws {
        if let object = try? decoder.container(keyedBy: Name.self) {
            self = .object(
                try object.allKeys.map {
                    Member(name: $0.stringValue, value: try object.decode(JSON.self, forKey: $0))
                })
        } else if var items = try? decoder.unkeyedContainer() {
            var values: [JSON] = []
            while !items.isAtEnd {
                values.append(try items.decode(JSON.self))
            }
            self = .array(values)
        } else {
            self = try Self.scalar(in: decoder.singleValueContainer())
        }
    }

    private static func scalar(in container: any SingleValueDecodingContainer) throws -> JSON {
        if container.decodeNil() { return .null }
        if let flag = try? container.decode(Bool.self) { return .bool(flag) }
        if let integer = try? container.decode(Int.self) { return .integer(integer) }
        if let number = try? container.decode(Double.self) { return .number(number) }
        return .string(try container.decode(String.self))
    }

    private struct Name: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
    }
}

extension JSON {
    func serialized() -> [UInt8] {
        var out: [UInt8] = []
        write(to: &out)
        return out
    }

    var text: String { String(decoding: serialized(), as: UTF8.self) }

    private func write(to out: inout [UInt8]) {
        switch self {
        case .null: out += "null".utf8
        case .bool(let flag): out += (flag ? "true" : "false").utf8
        case .integer(let number): out += String(number).utf8
        case .number(let number): out += (number.isFinite ? String(number) : "null").utf8
        case .verbatim(let text): out += text.utf8
        case .string(let text): Self.write(text, to: &out)
        case .array(let items): Self.write(items, to: &out)
        case .object(let members): Self.write(members, to: &out)
        }
    }

    private static func write(_ items: [JSON], to out: inout [UInt8]) {
        out.append(UInt8(ascii: "["))
        for (index, item) in items.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            item.write(to: &out)
        }
        out.append(UInt8(ascii: "]"))
    }

    private static func write(_ members: [Member], to out: inout [UInt8]) {
        out.append(UInt8(ascii: "{"))
        for (index, member) in members.enumerated() {
            if index > 0 { out.append(UInt8(ascii: ",")) }
            write(member.name, to: &out)
            out.append(UInt8(ascii: ":"))
            member.value.write(to: &out)
        }
        out.append(UInt8(ascii: "}"))
    }

    private static func write(_ text: String, to out: inout [UInt8]) {
        out.append(UInt8(ascii: "\""))
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): out += "\\n".utf8
            case UInt8(ascii: "\r"): out += "\\r".utf8
            case UInt8(ascii: "\t"): out += "\\t".utf8
            // RFC 8259 §7: the other control characters have no short escape.
            case 0..<0x20: out += "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8
            default: out.append(byte)
            }
        }
        out.append(UInt8(ascii: "\""))
    }
}
