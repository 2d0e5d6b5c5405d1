/// A JSON value under construction, with numbers as they were written and members in the order they came.
enum JSONValue: Equatable {
    /// JSON text as it is, of any kind.
    case verbatim(String)
    case object([Member])
    case array([JSONValue])

    struct Member: Equatable {
        let name: String
        var value: JSONValue
    }

    static func string(_ text: String) throws -> JSONValue {
        .verbatim(try JSONText.of(text, pretty: false))
    }

    /// The value as JSON text.
    var text: String {
        get throws {
            switch self {
            case .verbatim(let text): text
            case .array(let elements): try "[\(elements.map { try $0.text }.joined(separator: ","))]"
            case .object(let members): try "{\(members.map { try $0.text }.joined(separator: ","))}"
            }
        }
    }
}

extension JSONValue.Member {
    fileprivate var text: String {
        get throws { try "\(JSONText.of(name, pretty: false)):\(value.text)" }
    }
}

extension JSONValue {
    /// Puts a value where a field's name says, making the objects and arrays on the way.
    ///
    /// - Parameter value: nil leaves an array without an element.
    /// - Throws: `.repeated` where there is a value already, `.conflict` where there is one of another kind.
    mutating func set(_ value: JSONValue?, at path: ArraySlice<FieldName.Step>) throws(FieldError.Place) {
        switch (path.first, self) {
        case (.member(let name), .object(var members)):
            try JSONValue.set(value, named: name, path.dropFirst(), in: &members)
            self = .object(members)
        case (.element, .array(var elements)):
            try JSONValue.add(value, path.dropFirst(), to: &elements)
            self = .array(elements)
        case (nil, _): throw .repeated
        default: throw .conflict
        }
    }

    /// Nothing yet, of the kind that the rest of a name asks for.
    private init(for path: ArraySlice<FieldName.Step>, _ value: JSONValue?) {
        switch path.first {
        case .member: self = .object([])
        case .element: self = .array([])
        case nil: self = value ?? .array([])
        }
    }

    private static func set(
        _ value: JSONValue?, named name: String, _ rest: ArraySlice<FieldName.Step>, in members: inout [Member]
    ) throws(FieldError.Place) {
        if let index = members.firstIndex(where: { $0.name == name }) {
            try members[index].value.set(value, at: rest)
        } else {
            var member = JSONValue(for: rest, value)
            if !rest.isEmpty { try member.set(value, at: rest) }
            members.append(Member(name: name, value: member))
        }
    }

    /// To the last element as long as that has room for it, as `gh api` does: `a[][x]=1 a[][y]=2 a[][x]=3` are two.
    private static func add(
        _ value: JSONValue?, _ rest: ArraySlice<FieldName.Step>, to elements: inout [JSONValue]
    ) throws(FieldError.Place) {
        if !rest.isEmpty, var last = elements.last {
            do throws(FieldError.Place) {
                try last.set(value, at: rest)
                elements[elements.count - 1] = last
                return
            } catch .repeated {
                // The next element begins.
            }
        }
        if rest.isEmpty, value == nil {
            guard elements.isEmpty else { throw .repeated }
            return
        }
        var element = JSONValue(for: rest, value)
        if !rest.isEmpty { try element.set(value, at: rest) }
        elements.append(element)
    }
}
