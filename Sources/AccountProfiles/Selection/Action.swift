import AuthCore

/// What is about to be done, as far as it matters for who does it.
///
/// Graph requests, tokens for a resource and other targets all arrive in this form; what their paths and hosts mean is
/// known where they come from.
public struct Action: Hashable, Sendable {
    public var method: String
    /// With a leading slash, without version and query; nil for an action that is no request.
    public var path: String?
    /// Anything but GET and HEAD.
    public var isWrite: Bool
    /// Whether a profile without a Graph is out.
    public var needsGraph: Bool
    /// The kinds of profile that cannot do it, each with the reason as a sentence about it.
    public var unfit: [Profile.Kind: String]
    /// The origin that a full URL names, such as `https://graph.microsoft.com`.
    public var endpoint: String?
    /// The national cloud that the target is in, where it shows.
    public var cloud: Cloud?
    /// Host names that the target names, in lower case.
    public var hosts: [String]
    public var hints: [TenantHint]
    /// What kind of thing it is about, such as `me/messages`: uses are counted by it.
    public var topic: String
    /// The requests that go out together in it, where it is more than one; whoever acts, acts in each of them.
    public var parts: [Action]

    public init(
        method: String = "GET", path: String? = nil, isWrite: Bool = false, needsGraph: Bool = false,
        unfit: [Profile.Kind: String] = [:],
        endpoint: String? = nil, cloud: Cloud? = nil, hosts: [String] = [], hints: [TenantHint] = [],
        topic: String = "",
        parts: [Action] = []
    ) {
        self.method = method
        self.path = path
        self.isWrite = isWrite
        self.needsGraph = needsGraph
        self.unfit = unfit
        self.endpoint = endpoint
        self.cloud = cloud
        self.hosts = hosts
        self.hints = hints
        self.topic = topic
        self.parts = parts
    }

    /// What is asked, one after the other, whom it means.
    var units: [Action] { parts.isEmpty ? [self] : parts }

    /// Nothing in particular: whoever acts here by default.
    public static let anything = Action()

    /// Whether any profile could do it and nothing speaks for one of them.
    public var isNeutral: Bool {
        !needsGraph && unfit.isEmpty && endpoint == nil && cloud == nil && hints.isEmpty && !isWrite
    }
}
