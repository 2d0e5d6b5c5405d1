import AuthCore

/// The reason why a profile cannot do an action.
public enum Exclusion: Hashable, Sendable {
    /// The target does not support profiles of this kind; the reason as a sentence.
    case kind(String)
    /// The action names this Graph endpoint, which is not the profile's.
    case endpoint(String)
    /// The target is in this national cloud, which is not the profile's.
    case cloud(Cloud)
    /// The profile is read-only, and the action is a write.
    case readOnly

    /// Whether the exclusion is a decision of the user, and not only knowledge about the target.
    public var isPolicy: Bool {
        switch self {
        case .readOnly, .endpoint: true
        case .kind, .cloud: false
        }
    }

    /// The reason as a sentence without the profile's name.
    public var reason: String {
        switch self {
        case .kind(let reason): reason
        case .endpoint(let endpoint): "\(endpoint) is not its Graph host"
        case .cloud(let cloud): "the target is in another cloud (\(cloud.rawValue))"
        case .readOnly: "it is read-only, and this is a write"
        }
    }

    /// Nil when the profile can do the action.
    init?(of profile: Profile, from action: Action) {
        if action.isWrite, profile.mode == .readOnly {
            self = .readOnly
        } else if action.needsGraph, profile.graph == nil {
            self = .kind("its issuer has no Graph")
        } else if let endpoint = action.endpoint, profile.graph != endpoint {
            self = .endpoint(endpoint)
        } else if let reason = action.unsupportedKinds[profile.kind] {
            self = .kind(reason)
        } else if let cloud = action.cloud, let own = Cloud(graph: profile.graph), own != cloud {
            self = .cloud(cloud)
        } else {
            return nil
        }
    }
}

extension Cloud {
    /// Nil for any other Graph endpoint, whose cloud is not known.
    fileprivate init?(graph: String?) {
        guard let cloud = Self.allCases.first(where: { $0.graph == graph }) else { return nil }
        self = cloud
    }
}
