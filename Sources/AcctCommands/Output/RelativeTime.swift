import FoundationEssentials

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
