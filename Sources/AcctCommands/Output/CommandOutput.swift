import FoundationEssentials

/// Data that a command prints, as JSON by its fields or as text.
protocol CommandOutput: Encodable {
    /// The text for people, which may be a table on a terminal.
    func text(for terminal: Terminal) -> String
    /// The text for a terminal with its colours, safe to be shown as it is; nil for `text`.
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

/// The age of a time, in words.
enum RelativeTime {
    /// `just now`, `5 min ago`, `3 h ago`, `12 d ago`; `never` for nil.
    static func text(_ time: Date?, now: Date) -> String {
        guard let time else { return "never" }
        let seconds = Int(now.timeIntervalSince(time))
        switch seconds {
        case ..<60: return "just now"
        case ..<3600: return "\(seconds / 60) min ago"
        case ..<86_400: return "\(seconds / 3600) h ago"
        default: return "\(seconds / 86_400) d ago"
        }
    }
}
