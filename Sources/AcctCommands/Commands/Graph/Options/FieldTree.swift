/// A JSON value built from fields: numbers as they were typed, members in the order of the fields.
enum FieldTree: Equatable {
    /// JSON text of any kind, unchanged.
    case verbatim(String)
    case object([Member])
    case array([FieldTree])

    struct Member: Equatable {
        let name: String
        var value: FieldTree
    }

    /// A place in the tree that a field's name cannot set.
    enum PathError: Error {
        /// The place has a value already.
        case repeated
        /// The place has a value of another kind.
        case conflict
    }

    static func string(_ text: String) throws -> FieldTree {
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

extension FieldTree.Member {
    fileprivate var text: String {
        get throws { try "\(JSONText.of(name, pretty: false)):\(value.text)" }
    }
}

extension FieldTree {
    /// Sets the value at the place that a field names, and makes the objects and arrays on the way.
    ///
    /// - Parameter value: nil for an empty array.
    mutating func set(_ value: FieldTree?, at path: ArraySlice<FieldName.Step>) throws(PathError) {
        switch (path.first, self) {
        case (.member(let name), .object(var members)):
            try Self.set(value, named: name, remainder: path.dropFirst(), in: &members)
            self = .object(members)
        case (.element, .array(var elements)):
            try Self.add(value, remainder: path.dropFirst(), to: &elements)
            self = .array(elements)
        case (nil, _): throw .repeated
        default: throw .conflict
        }
    }

    /// The value, or the empty object or array that the remainder of a name asks for.
    private init(_ value: FieldTree?, for path: ArraySlice<FieldName.Step>) {
        switch path.first {
        case .member: self = .object([])
        case .element: self = .array([])
        case nil: self = value ?? .array([])
        }
    }

    private static func set(
        _ value: FieldTree?, named name: String, remainder: ArraySlice<FieldName.Step>, in members: inout [Member]
    ) throws(PathError) {
        if let index = members.firstIndex(where: { $0.name == name }) {
            try members[index].value.set(value, at: remainder)
        } else {
            var member = FieldTree(value, for: remainder)
            if !remainder.isEmpty { try member.set(value, at: remainder) }
            members.append(Member(name: name, value: member))
        }
    }

    /// Sets the value in the last element as long as its place is free there, as `gh api` does: `a[][x]=1 a[][y]=2
    /// a[][x]=3` are two elements.
    private static func add(
        _ value: FieldTree?, remainder: ArraySlice<FieldName.Step>, to elements: inout [FieldTree]
    ) throws(PathError) {
        if !remainder.isEmpty, var last = elements.last {
            do throws(PathError) {
                try last.set(value, at: remainder)
                elements[elements.count - 1] = last
                return
            } catch .repeated {
                // The next element begins.
            }
        }
        if remainder.isEmpty, value == nil {
            guard elements.isEmpty else { throw .repeated }
            return
        }
        var element = FieldTree(value, for: remainder)
        if !remainder.isEmpty { try element.set(value, at: remainder) }
        elements.append(element)
    }
}
