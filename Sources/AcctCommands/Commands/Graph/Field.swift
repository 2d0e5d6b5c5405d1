import Foundation
import Synchronization

/// One `-f` or `-F`: a name and a value.
struct Field: Equatable {
    /// Which one it is of all that were typed: two options fill two lists, and elements of an array come in one order.
    let order: Int
    private let typed: String
    private let isTyped: Bool

    static func string(_ text: String) -> Field { Field(text, isTyped: false) }
    static func typed(_ text: String) -> Field { Field(text, isTyped: true) }

    private init(_ text: String, isTyped: Bool) {
        order = Field.count.add(1, ordering: .relaxed).newValue
        typed = text
        self.isTyped = isTyped
    }

    /// Options are parsed from left to right.
    private static let count = Atomic<Int>(0)

    var readsStdin: Bool {
        guard isTyped, let equals = typed.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
        return typed[equals...] == "=@-" && !typed[..<equals].hasSuffix(":")
    }

    /// The name and the value; no value for `a[]`, which is an empty array.
    func parsed() throws -> (name: FieldName, value: FieldValue?) {
        guard let equals = typed.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            guard typed.hasSuffix("[]") else { throw FieldError.noValue(typed) }
            return (try FieldName(typed), nil)
        }
        let value = String(typed[typed.utf8.index(after: equals)...])
        var name = typed[..<equals]
        if isTyped, name.hasSuffix(":") {
            name.removeLast()
            return (try FieldName(String(name)), try .json(value, of: String(name)))
        }
        let parsed = try FieldName(String(name))
        return (parsed, isTyped ? try .typed(value, of: parsed.text) : .text(value))
    }
}
