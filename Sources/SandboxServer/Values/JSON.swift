/// A JSON value whose objects keep the order of their members, as the services emulated here do.
enum JSON: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int)
    case number(Double)
    case string(String)
    case array([JSON])
    case object([Member])
    /// Text that goes out as it stands: escapes and numbers no encoder here would choose, but the services do.
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

    /// Takes over every member of a patch, as a Graph PATCH does, and leaves the others alone.
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
