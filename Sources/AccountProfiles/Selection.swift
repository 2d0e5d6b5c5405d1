/// The profile that an action will use, why, and what became of the others.
public struct Selection: Hashable, Sendable {
    public let profile: Profile
    public let step: Step
    /// A sentence for people, without the profile's name.
    public let reason: String
    public let candidates: [Candidate]

    /// The rung of the ladder that decided.
    public enum Step: String, Sendable, CaseIterable {
        case flag, environment, current, only
    }
}

/// A profile that was looked at, and what became of it.
public struct Candidate: Hashable, Sendable {
    public let profile: ProfileName
    public let outcome: Outcome
    public let reason: String

    public enum Outcome: String, Sendable, CaseIterable {
        case chosen
        /// Could have served, but another was chosen.
        case passedOver
    }
}

/// Why no profile was chosen.
public enum SelectionError: Error, Hashable, Sendable {
    /// There is no profile at all.
    case none
    /// The flag or the variable names a profile that does not exist.
    case unknown(String, source: Selection.Step, nearest: [ProfileName])
    /// Several fit and nothing decides between them.
    case ambiguous([Candidate])
}
