import AccountProfiles

/// Profiles that were counted and not read, because the same reason is against each of them.
struct UncomparedProfiles {
    let count: Int
    /// Without a subject, as that of a `Candidate`.
    let reason: String
}

/// The profiles that were not chosen: those that are listed, and those that are only counted.
struct FoldedCandidates {
    let listed: [Candidate]
    let folded: [Candidate]
    private let uncompared: UncomparedProfiles?

    /// The least number of others to fold; fewer are listed.
    private static let leastFolded = 4
    /// The most candidates that are listed of those that fit equally, the likeliest first: as many as the picker shows
    /// at once.
    private static let mostFitting = 12
    /// A reason that this many profiles share says little about each.
    private static let sharedReason = 3

    /// - Parameters:
    ///   - others: all but the chosen profile.
    ///   - fitting: those that fit equally where none was chosen.
    ///   - current: always listed: a person wants to know why it does not act.
    ///   - uncompared: those that are not among `others`, because they were only counted.
    init(
        _ others: [Candidate], fitting: Set<ProfileName>, current: ProfileName?, showsAll: Bool,
        uncompared: UncomparedProfiles? = nil
    ) {
        self.uncompared = uncompared
        var counts = Dictionary(grouping: others, by: \.reason).mapValues(\.count)
        if let uncompared { counts[uncompared.reason, default: 0] += uncompared.count }
        let likeliest = Set(others.map(\.profile.name).filter(fitting.contains).prefix(Self.mostFitting))
        let isListed = { (candidate: Candidate) in
            let name = candidate.profile.name
            let isSpecial = candidate.outcome == .passedOver && counts[candidate.reason, default: 0] < Self.sharedReason
            return likeliest.contains(name) || name == current || isSpecial
        }
        let rest = others.filter { !isListed($0) }
        let isFolded = !showsAll && rest.count + (uncompared?.count ?? 0) >= Self.leastFolded
        folded = isFolded ? rest : []
        // Those that fit come first, then the others in their order.
        let shown = isFolded ? others.filter(isListed) : others
        listed =
            shown.filter { fitting.contains($0.profile.name) } + shown.filter { !fitting.contains($0.profile.name) }
    }

    /// `34 others: it is read-only, and this is a write; 5: also fits. Add --all to list them.`; nil where none is folded.
    ///
    /// - Parameter besides: whether other profiles were named before.
    func foldedLine(besides: Bool) -> String? {
        var counts = Dictionary(grouping: folded, by: \.reason).mapValues(\.count)
        if let uncompared { counts[uncompared.reason, default: 0] += uncompared.count }
        guard !counts.isEmpty else { return nil }
        var groups = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map { (count: $1, reason: $0) }
        if groups.count > Self.mostReasons {
            let others = groups[Self.mostReasons...].reduce(0) { $0 + $1.count }
            groups = groups.prefix(Self.mostReasons) + [(others, "other reasons")]
        }
        let subject = besides ? "others" : "profiles"
        let parts = groups.enumerated().map { index, group in
            "\(group.count)\(index == 0 ? " \(subject)" : ""): \(group.reason)"
        }
        return "\(parts.joined(separator: "; ")). Add --all to list them."
    }

    /// The most reasons that the line gives.
    private static let mostReasons = 3
}
