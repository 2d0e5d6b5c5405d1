import AuthCore

/// The reason why a profile cannot do an action.
public enum Exclusion: Hashable, Sendable {
    /// The target does not support profiles of this kind; the reason as a sentence.
    case kind(String)
    /// The target has nothing for profiles of this kind; the reason as a sentence.
    case impossible(String)
    /// The action needs a Graph endpoint, and the profile's issuer has none.
    case noGraph
    /// The action names this Graph endpoint, which is not the profile's.
    case endpoint(String)
    /// The target is in one of these national clouds, and the profile is in another.
    case cloud(Set<Cloud>)
    /// The profile is read-only, and the action is a write.
    case readOnly

    /// Whether the exclusion is a decision of the user, and not only knowledge about the target.
    public var isPolicy: Bool {
        switch self {
        case .readOnly, .endpoint: true
        case .kind, .impossible, .noGraph, .cloud: false
        }
    }

    /// Whether a profile that is named for the action does it all the same: what is known of the target can be wrong.
    public var yieldsToName: Bool {
        switch self {
        case .kind, .cloud: true
        case .impossible, .noGraph, .readOnly, .endpoint: false
        }
    }

    /// The reason as a caution about a profile that was named; nil where the command ends with that error.
    var caution: String? { if case .impossible = self { nil } else { reason } }

    /// The reason as a sentence without the profile's name.
    public var reason: String {
        switch self {
        case .kind(let reason), .impossible(let reason): reason
        case .noGraph: "its issuer has no Graph"
        case .endpoint(let endpoint): "\(endpoint) is not its Graph host"
        case .cloud(let clouds):
            "the target is in another cloud (\(clouds.map(\.rawValue).sorted().joined(separator: " or ")))"
        case .readOnly: "it is read-only, and this is a write"
        }
    }

    /// Nil when the profile can do the action.
    init?(of profile: Profile, from action: Action) {
        if action.isWrite, profile.mode == .readOnly {
            self = .readOnly
        } else if action.needsGraph, profile.graph == nil {
            self = .noGraph
        } else if let endpoint = action.endpoint, profile.graph != endpoint {
            self = .endpoint(endpoint)
        } else if let reason = action.unsupportedKinds[profile.kind] {
            self = action.impossibleKinds.contains(profile.kind) ? .impossible(reason) : .kind(reason)
        } else if let own = Cloud(of: profile), let clouds = action.knownClouds.first(where: { !$0.contains(own) }) {
            self = .cloud(clouds)
        } else {
            return nil
        }
    }
}
