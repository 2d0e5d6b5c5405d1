/// The inputs of the ladder besides the profiles.
public struct SelectionContext: Hashable, Sendable {
    public var action: Action
    /// `--profile`.
    public var flag: String?
    /// `ACCT_PROFILE`; an empty variable counts as unset.
    public var environment: String?
    /// The binding of the nearest directory that has one.
    public var binding: Binding?
    /// An `.acct` file that was allowed and cannot be trusted any more, nearer than the binding; nil without one.
    public var untrustedFile: UntrustedFile?
    /// The rules in the order in which they are tried, the most specific first.
    public var rules: [Rule]
    public var current: ProfileName?
    public var usageHistory: UsageHistory

    public init(
        action: Action = .anything, flag: String? = nil, environment: String? = nil, binding: Binding? = nil,
        untrustedFile: UntrustedFile? = nil, rules: [Rule] = [], current: ProfileName? = nil,
        usageHistory: UsageHistory = UsageHistory()
    ) {
        self.action = action
        self.flag = flag
        self.environment = environment?.isEmpty == true ? nil : environment
        self.binding = binding
        self.untrustedFile = untrustedFile
        self.rules = rules
        self.current = current
        self.usageHistory = usageHistory
    }

    /// The name that decides without comparing profiles; nil where they have to be compared.
    ///
    /// With a decisive name the ladder selects the same from all profiles and from the named one alone, which is faster to
    /// read from the store.
    public var decisiveName: String? {
        givenName ?? (binding == nil && rules.isEmpty && action.fitsEveryProfile ? current?.text : nil)
    }

    /// The name in an option, a variable or a binding. The ladder goes no further, even where no profile has the name.
    public var givenName: String? {
        if let named = flag ?? environment { return named }
        guard case .profile(let name) = binding?.target else { return nil }
        return name
    }

    /// Whether a hint of a request or the binding may mean a tenant. Otherwise the profiles need not be compared.
    var namesTenants: Bool {
        if case .tenant = binding?.target { return true }
        return !action.hints.isEmpty || action.requests.contains { !$0.hints.isEmpty }
    }
}

/// An `.acct` file that was allowed and may mean another profile now.
public struct UntrustedFile: Hashable, Sendable {
    public let path: String
    /// The reason as the end of a sentence about the file: `is writable by other users`.
    public let reason: String
    /// Whether there is no such file any more.
    public let isGone: Bool

    public init(path: String, reason: String, isGone: Bool = false) {
        self.path = path
        self.reason = reason
        self.isGone = isGone
    }
}
