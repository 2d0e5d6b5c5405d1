/// The methods that a rule is about: names, or all that read (`READ`) or may change something (`WRITE`).
struct MethodCondition: Hashable, Sendable {
    /// In upper case, each once, sorted.
    let names: [String]

    /// Letters with commas between. Without capitals only the usual names are taken for methods: `me` is rather a path.
    ///
    /// - Returns: nil for anything else.
    init?(_ text: Substring) {
        let names = text.utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false).map(String.init)
        for name in names {
            guard let name, !name.isEmpty, name.utf8.allSatisfy(\.isASCIILetter) else { return nil }
            guard name == name.uppercased() || MethodCondition.usual.contains(name.uppercased()) else { return nil }
        }
        self.names = Set(names.compactMap { $0?.uppercased() }).sorted()
    }

    /// An action that is no request, such as a token for a resource, has no method to speak of.
    func admits(_ action: Action) -> Bool {
        names.contains { name in
            switch name {
            case "WRITE": action.isWrite
            case "READ": action.path != nil && !action.isWrite
            default: action.path != nil && name == action.method.uppercased()
            }
        }
    }

    func overlaps(_ other: MethodCondition) -> Bool {
        names.contains { name in
            other.names.contains { other in
                if name == other { return true }
                let hasClass = [name, other].contains { $0 == "READ" || $0 == "WRITE" }
                return hasClass && MethodCondition.reads(name) == MethodCondition.reads(other)
            }
        }
    }

    var hasClass: Bool { names.contains("READ") || names.contains("WRITE") }

    private static func reads(_ name: String) -> Bool { ["READ", "GET", "HEAD"].contains(name) }

    private static let usual: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "MERGE", "READ", "WRITE",
    ]
}

extension UInt8 {
    var isASCIILetter: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        default: false
        }
    }

    var isASCIILetterOrDigit: Bool { isASCIILetter || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
