import AuthCore

/// The traits of a request that the choice of a profile depends on.
///
/// Graph requests, tokens for a resource and other targets all arrive in this form. Their paths and hosts are interpreted
/// where they come from.
public struct Action: Hashable, Sendable {
    public var method: String
    /// The path with a leading slash, without version and query; nil for an action that is not a request.
    public var path: String?
    /// Whether the method is other than GET and HEAD.
    public var isWrite: Bool
    /// Whether a program gets a token, which allows it what the account may do.
    public var givesToken: Bool
    /// Whether the account itself is changed: its sign-in, its permissions or its sessions.
    public var changesAccount: Bool
    /// Whether a profile without a Graph endpoint is ruled out.
    public var needsGraph: Bool
    /// Whether the target is the Graph of the profile that acts, where it has one: a path alone, or a permission without a
    /// resource.
    public var usesGraph: Bool
    /// The kinds of profile that cannot do it, each with the reason as a sentence.
    public var unsupportedKinds: [Profile.Kind: String]
    /// Those of the unsupported kinds that cannot do it even where the profile is named: there is nothing to send.
    public var impossibleKinds: Set<Profile.Kind> = []
    /// The kinds of profile that may not be able to do it, each with the reason as a sentence. None of them is ruled out.
    public var doubtfulKinds: [Profile.Kind: String]
    /// The origin of a full URL, such as `https://graph.microsoft.com`.
    public var endpoint: String?
    /// The national clouds that can hold the target; empty where that is not known. Of parts, each has its own.
    public var clouds: Set<Cloud>
    /// The host names that the target addresses, in lower case.
    public var hosts: [String]
    /// The other addresses of the target. A rule for one of them is a rule for the target.
    public var aliases: [Address]
    public var hints: [TenantHint]
    /// The kind of action, such as `me/messages`, by which uses are counted.
    public var topic: String
    /// The requests that are sent together, where there are several. One profile sends all of them.
    public var parts: [Action]

    public init(
        method: String = "GET", path: String? = nil, isWrite: Bool = false, givesToken: Bool = false,
        changesAccount: Bool = false, needsGraph: Bool = false, unsupportedKinds: [Profile.Kind: String] = [:],
        doubtfulKinds: [Profile.Kind: String] = [:],
        endpoint: String? = nil, clouds: Set<Cloud> = [], hosts: [String] = [], aliases: [Address] = [],
        hints: [TenantHint] = [], topic: String = "",
        parts: [Action] = []
    ) {
        self.method = method
        self.path = path
        self.isWrite = isWrite
        self.givesToken = givesToken
        self.changesAccount = changesAccount
        self.needsGraph = needsGraph
        usesGraph = needsGraph
        self.unsupportedKinds = unsupportedKinds
        self.doubtfulKinds = doubtfulKinds
        self.endpoint = endpoint
        self.clouds = clouds
        self.hosts = hosts
        self.aliases = aliases
        self.hints = hints
        self.topic = topic
        self.parts = parts
    }

    /// An address as rules match it.
    public struct Address: Hashable, Sendable {
        /// The names of the host, in lower case.
        let hosts: [String]
        let path: String?

        public init(hosts: [String], path: String?) {
            (self.hosts, self.path) = (hosts, path)
        }

        func isOn(_ host: Glob) -> Bool { hosts.contains { host.matches(Array($0.utf8)) } }
    }

    /// All addresses of the target.
    var addresses: [Address] { [Address(hosts: hostNames, path: path)] + aliases }

    /// The parts of the action, or the action itself, each matched against hints and rules in order.
    public var requests: [Action] { parts.isEmpty ? [self] : parts }

    /// The clouds of each request that tells them.
    var knownClouds: [Set<Cloud>] { requests.map(\.clouds).filter { !$0.isEmpty } }

    /// No action in particular, for the profile that acts by default.
    public static let anything = Action()
    /// A token that may be for any target.
    public static let anyToken = Action(givesToken: true)
    /// A token with permissions of the profile's own, at its Graph where it has one.
    public static let graphToken = {
        var action = anyToken
        action.usesGraph = true
        return action
    }()
    /// A sign-in, a sign-out or a consent of the account itself.
    public static let accountChange = Action(changesAccount: true)

    /// Whether a doubt about the profile stops the action.
    public var needsCertainty: Bool { isWrite || givesToken || changesAccount }

    /// Whether no rule can match the action.
    public var hasNoTarget: Bool {
        path == nil && hosts.isEmpty && hints.isEmpty && parts.isEmpty && !isWrite && !usesGraph
    }

    /// Whether every profile can do the action, and it points at none.
    public var fitsEveryProfile: Bool {
        !needsGraph && unsupportedKinds.isEmpty && endpoint == nil && knownClouds.isEmpty && hints.isEmpty && !isWrite
    }
}
