/// Everything besides the profiles that has a say in who acts.
public struct SelectionContext: Hashable, Sendable {
    public var action: Action
    /// `--profile`.
    public var flag: String?
    /// `ACCT_PROFILE`; an empty variable is one that is not set.
    public var environment: String?
    /// Of the nearest directory that has one.
    public var binding: Binding?
    /// The most specific first.
    public var rules: [Rule]
    public var current: ProfileName?
    public var usageHistory: UsageHistory

    public init(
        action: Action = .anything, flag: String? = nil, environment: String? = nil, binding: Binding? = nil,
        rules: [Rule] = [], current: ProfileName? = nil, usageHistory: UsageHistory = UsageHistory()
    ) {
        self.action = action
        self.flag = flag
        self.environment = environment?.isEmpty == true ? nil : environment
        self.binding = binding
        self.rules = rules
        self.current = current
        self.usageHistory = usageHistory
    }

    /// The one name that decides whatever other profiles there are; nil where they have to be looked at.
    ///
    /// The ladder answers the same for all profiles and for the one of this name alone, which costs less to read.
    public var decidingName: String? {
        if let named = flag ?? environment { return named }
        if case .profile(let name) = binding?.target { return name }
        return binding == nil && rules.isEmpty && action.isNeutral ? current?.text : nil
    }

    /// The tenants that an action names, by ids and domains in lower case: as it names them, and what is known of them.
    func tenants(namedBy action: Action, among profiles: [Profile]) -> Set<String> {
        action.hints.reduce(into: []) { names, sign in
            guard let name = sign.tenantName else { return }
            names.insert(name)
            for profile in profiles where sign.points(at: profile, given: usageHistory) {
                names.insert(profile.tenantID.lowercased())
                names.formUnion(TenantDomains(of: profile, given: usageHistory).names)
            }
        }
    }
}
