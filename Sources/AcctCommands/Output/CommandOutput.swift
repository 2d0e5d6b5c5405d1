/// Data that a command prints, as JSON by its fields or as text.
protocol CommandOutput: Encodable {
    /// The text for people, which may be a table on a terminal.
    func text(for terminal: Terminal) -> String
    /// The text with its colours, safe to be shown as it is; nil for `text`. `CLICOLOR_FORCE` asks for it without a terminal,
    /// too.
    func styledText(for terminal: Terminal) -> String?
}

extension CommandOutput {
    func styledText(for terminal: Terminal) -> String? { nil }
}

/// An optional field that is null in JSON where it has no value. Without this, an encoder leaves the field out.
@propertyWrapper
struct Nullable<Value: Encodable & Sendable>: Encodable, Sendable {
    var wrappedValue: Value?

    init(wrappedValue: Value?) { self.wrappedValue = wrappedValue }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(wrappedValue)
    }
}
