/// The profile that an action will use, and why.
public struct Selection: Hashable, Sendable {
    public let profile: Profile
    public let step: Step
    /// A sentence for people, without the profile's name.
    public let reason: String
    /// Whether the action alone led here, and nothing a person said: a write must not go on without asking.
    public let isInferred: Bool
    /// What speaks against a profile that was named all the same.
    public let caution: String?

    public init(profile: Profile, step: Step, reason: String, isInferred: Bool = false, caution: String? = nil) {
        self.profile = profile
        self.step = step
        self.reason = reason
        self.isInferred = isInferred
        self.caution = caution
    }

    /// The rung of the ladder that decided.
    public enum Step: String, Sendable, CaseIterable {
        case flag, environment, binding, rule, inference, current, only, picker
    }
}

/// A profile that was looked at, and what became of it.
public struct Candidate: Hashable, Sendable {
    public let profile: Profile
    public let outcome: Outcome
    /// A sentence for people, without the profile's name.
    public let reason: String
    /// What keeps it from doing the action; nil for all that could.
    public let exclusion: Exclusion?

    public init(_ profile: Profile, _ outcome: Outcome, _ reason: String) {
        (self.profile, self.outcome, self.reason) = (profile, outcome, reason)
        exclusion = nil
    }

    public init(_ profile: Profile, _ exclusion: Exclusion) {
        self.profile = profile
        self.exclusion = exclusion
        outcome = .ruledOut
        reason = exclusion.reason
    }

    public enum Outcome: String, Sendable, CaseIterable {
        case chosen
        /// Could have served, but another was chosen.
        case passedOver
        /// Cannot serve this action.
        case ruledOut
    }
}

/// Why no profile was chosen.
public enum SelectionError: Error, Hashable, Sendable {
    /// There is no profile at all.
    case none
    /// What names the profile names one that does not exist.
    case unknown(String, source: Selection.Step, nearest: [ProfileName])
    /// The directory wants a tenant that no profile is in.
    case unknownTenant(String, Binding)
    /// The profile that was named, or the only one that is meant, cannot do this.
    case ruledOut(Profile, Exclusion, source: Selection.Step)
    /// None of the profiles can do this; why, for each.
    case noneFits([Candidate])
    /// These fit, the likeliest first, and nothing decides between them; and the current profile where it cannot do it.
    case ambiguous([Candidate], current: Candidate?)
    /// Requests that would go out together are meant for different profiles.
    case conflict([PartPreference])
}
