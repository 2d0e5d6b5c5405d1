import AccountProfiles

/// The profiles that were not chosen, as a table of names and reasons.
struct CandidateTable {
    let candidates: [Candidate]
    /// The current profile has a star.
    let current: ProfileName?

    /// A line for each profile. A reason that is too long for the line continues below itself.
    func lines(width: Int) -> [String] {
        let names = candidates.map {
            ($0.profile.name == current ? "* " : "  ") + $0.profile.name.text
        }
        // A few long names take no room from the reasons.
        let column = min(names.map(\.displayWidth).max() ?? 0, width / 3) + 2
        return zip(names, candidates).flatMap { name, candidate in
            let reason = (candidate.outcome == .ruledOut ? "cannot: " : "") + candidate.reason
            return reason.wrapped(to: max(width - column, 20)).beside(name, column: column)
        }
    }
}
