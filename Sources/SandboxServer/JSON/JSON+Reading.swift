import FoundationEssentials

extension JSON: Decodable {
    /// Reads a request's body. The order of members is lost, which no endpoint here depends on.
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
