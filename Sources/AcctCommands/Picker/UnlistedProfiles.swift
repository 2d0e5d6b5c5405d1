import AccountProfiles

/// The profiles that a list to choose from leaves out.
struct UnlistedProfiles {
    /// The number that `--profile NAME` sends the action as all the same.
    private let possible: Int
    private let impossible: Int

    /// - Parameter others: the candidates that are not in the list.
    init(_ others: [Candidate]) {
        possible = others.count { $0.exclusion?.yieldsToName ?? true }
        impossible = others.count - possible
    }

    /// `37 others do not fit; --profile NAME sends it as one of them.`; nil where all profiles are listed.
    var line: String? {
        let cannot = "\(impossible) \(impossible == 1 ? "other" : "others") cannot do this"
        switch (possible, impossible) {
        case (0, 0): return nil
        case (0, _): return cannot + "."
        case (_, 0): return "\(fits); --profile NAME sends it as \(possible == 1 ? "that one" : "one of them")."
        default:
            return
                "\(fits) (--profile NAME sends it as \(possible == 1 ? "that one" : "one of them")), \(impossible) cannot."
        }
    }

    private var fits: String { possible == 1 ? "1 other does not fit" : "\(possible) others do not fit" }
}
