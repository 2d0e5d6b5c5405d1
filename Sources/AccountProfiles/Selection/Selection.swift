/// The profile that an action will use, with the reason.
public struct Selection: Hashable, Sendable {
    public let profile: Profile
    public let step: Step
    /// The reason without a subject, such as "is the current profile".
    public let predicate: String
    /// Whether only the action led to the profile: then a write has to be confirmed.
    public let isInferred: Bool
    /// The profiles that also fit, where something weaker than the action's target chose among them.
    public let rivals: Set<ProfileName>
    /// The reason why the profile may not be able to do the action, as a sentence.
    public internal(set) var caution: String?
    /// A rule for another profile that may be meant, before an action that needs certainty: it is more specific than what
    /// decided, and matches but for a path or a method that the action leaves open.
    public internal(set) var possibleRule: Rule?

    public init(
        profile: Profile, step: Step, predicate: String, isInferred: Bool = false, rivals: Set<ProfileName> = [],
        caution: String? = nil
    ) {
        self.profile = profile
        self.step = step
        self.predicate = predicate
        self.isInferred = isInferred
        self.rivals = rivals
        self.caution = caution
    }

    /// The reason as a sentence about the profile, such as "it is the current profile".
    public var reason: String { "it \(predicate)" }

    /// The step of the ladder that decided.
    public enum Step: String, Sendable, CaseIterable {
        case flag, environment, binding, rule, inference, current, only, picker
    }
}

/// A profile that was compared, with its outcome.
public struct Candidate: Hashable, Sendable {
    public let profile: Profile
    public let outcome: Outcome
    /// The reason of the outcome, without the profile's name.
    public let reason: String
    /// The reason why it cannot do the action; nil if it can.
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

    /// Nil for a profile that can do the action.
    public init?(_ profile: Profile, unableTo action: Action) {
        guard let exclusion = Exclusion(of: profile, from: action) else { return nil }
        self.init(profile, exclusion)
    }

    public enum Outcome: String, Sendable, CaseIterable {
        case chosen
        /// The profile can do the action, but another was chosen.
        case passedOver
        /// The profile cannot do the action.
        case ruledOut
    }
}

/// Profiles of which none is preferred.
public struct Tie: Hashable, Sendable {
    /// The likeliest first.
    public let fitting: [Candidate]
    /// The candidates that do not fit, with the reasons.
    public let others: [Candidate]
    /// The place in the action that leaves only those that fit, such as `users/dana@fabrikam.example`; nil without one.
    public let place: String?
    /// Another place in the action, which points at other profiles among the fitting ones; nil without one.
    public let dissentingPlace: String?
    /// Whether the place merely resembles a name of their tenant: a guess decides no write and no token.
    public let isGuess: Bool
    /// The current profile, if it does not fit.
    public let current: Candidate?

    public init(
        _ fitting: [Candidate], others: [Candidate], place: String? = nil, dissentingPlace: String? = nil,
        isGuess: Bool = false, current: ProfileName?
    ) {
        (self.fitting, self.others, self.place, self.isGuess) = (fitting, others, place, isGuess)
        self.dissentingPlace = dissentingPlace
        self.current = others.first { $0.profile.name == current }
    }
}

/// The reason why no profile was chosen.
public enum SelectionError: Error, Hashable, Sendable {
    /// There is no profile at all.
    case noProfiles
    /// The named profile does not exist.
    case unknown(String, source: Selection.Step, nearest: [ProfileName])
    /// An allowed `.acct` file names a profile that does not exist.
    case unknownInFile(String, Binding, nearest: [ProfileName])
    /// The binding names a tenant that no profile is in.
    case unknownTenant(String, Binding)
    /// The named profile cannot do this.
    case ruledOut(Profile, Exclusion, source: Selection.Step)
    /// No profile can do this; the candidates have the reasons.
    case noneFits([Candidate])
    /// Only profiles that cannot do this are in the tenant or of the account that the action addresses at a place.
    case addressed(String, [Candidate])
    /// The action addresses a tenant at a place, by a name for people, and no profile is in it; with a profile whose account
    /// is at home there.
    case noneInTenant(String, place: String, account: ProfileName?)
    /// The action names an account by its username, and no profile has it.
    case unknownAccount(String)
    /// An `.acct` file that was allowed may mean another profile now. Nothing is written and no token given.
    case untrustedFile(UntrustedFile)
    case ambiguous(Tie)
    /// A write or a token that rules for different profiles match, of which none is more specific.
    case conflictingRules([Rule])
    /// Requests that would be sent together belong to different profiles.
    case conflict([PartPreference])
}
