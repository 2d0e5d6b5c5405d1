import AuthCore

/// Why a profile cannot do an action.
public enum Exclusion: Hashable, Sendable {
    /// It is of a kind that the target is not for; the sentence.
    case kind(String)
    /// Its Graph is elsewhere; the one that the action names.
    case endpoint(String)
    /// It belongs to another national cloud than the target.
    case cloud(Cloud)
    /// It may only read, and this is a write.
    case readOnly

    /// What a person has decided, and not merely what is known of the target.
    public var isPolicy: Bool {
        switch self {
        case .readOnly, .endpoint: true
        case .kind, .cloud: false
        }
    }

    /// A sentence without the profile's name.
    public var reason: String {
        switch self {
        case .kind(let reason): reason
        case .endpoint(let endpoint): "its Graph is not \(endpoint)"
        case .cloud(let cloud): "the target is in another cloud (\(cloud.rawValue))"
        case .readOnly: "it is read-only, and this may change something"
        }
    }

    /// Nil when the profile could do it.
    init?(of profile: Profile, from action: Action) {
        if action.isWrite, profile.mode == .readOnly {
            self = .readOnly
        } else if action.needsGraph, profile.graph == nil {
            self = .kind("its issuer has no Graph")
        } else if let endpoint = action.endpoint, profile.graph != endpoint {
            self = .endpoint(endpoint)
        } else if let reason = action.unfit[profile.kind] {
            self = .kind(reason)
        } else if let cloud = action.cloud, let own = Cloud.of(graph: profile.graph), own != cloud {
            self = .cloud(cloud)
        } else {
            return nil
        }
    }
}

extension Cloud {
    /// Nil for a Graph elsewhere, about which nothing is known.
    fileprivate static func of(graph: String?) -> Cloud? {
        allCases.first { $0.graph == graph }
    }
}
