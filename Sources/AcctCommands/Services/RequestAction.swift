import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport
import MicrosoftGraph

extension Action {
    /// What a Graph request says about who is meant.
    ///
    /// - Parameter required: the permissions it takes, where they are known.
    init(_ request: GraphRequest, _ required: RequiredPermissions?) {
        let path = ResourcePath(request.path)
        let mentions = RequestReferences(path: path, body: request.bodyInMemory).all
        let hints = mentions.map(TenantHint.init)
        let hosts = hints.compactMap(\.sharePointHost)
        self.init(
            method: request.method, path: path.text, isWrite: request.isWrite, needsGraph: true,
            unsupportedKinds: required.map(\.unsupportedKinds) ?? (path.isOwn ? [.app: "an app has no /me"] : [:]), endpoint: path.origin,
            cloud: hosts.first?.cloud,
            hosts: hosts.map(\.name), hints: hints, topic: path.topic)
    }
}

extension RequiredPermissions {
    /// The kinds of profile that Graph does not offer the request to.
    fileprivate var unsupportedKinds: [Profile.Kind: String] {
        Profile.Kind.allCases.filter { PermissionScheme($0).map { self[$0] } == .notServed }
            .reduce(into: [:]) { $0[$1] = "Graph does not offer \(method) \(template) to \($1.inWords)" }
    }
}

extension Profile.Kind {
    fileprivate var inWords: String {
        switch self {
        case .work: "work accounts"
        case .personal: "personal accounts"
        case .app: "apps"
        case .oidc: "accounts of other issuers"
        }
    }
}

extension GraphRequest {
    fileprivate var bodyInMemory: Data? {
        if case .bytes(let data) = body { data } else { nil }
    }
}

extension TenantHint {
    fileprivate init(_ mention: ResourceReference) {
        switch mention.kind {
        case .guid: self.init(.tenant(mention.value), at: mention.place)
        case .domain: self.init(.domain(mention.value), at: mention.place)
        case .userPrincipalName: self.init(.user(mention.value), at: mention.place)
        case .id: self.init(.item(mention.value), at: mention.place)
        case .sharePointHost:
            // A host that only looks like one may still be remembered.
            let kind = SharePointHost(mention.value).map(HintKind.sharePoint) ?? .item(mention.value)
            self.init(kind, at: mention.place)
        }
    }

    var sharePointHost: SharePointHost? {
        if case .sharePoint(let host) = kind { host } else { nil }
    }
}

extension ResourcePath {
    /// The first two names in it, which is what uses are counted by: `me/messages`, `users`.
    var topic: String {
        let names = segments.prefix { segment in segment.utf8.allSatisfy { $0.isLetter || $0 == UInt8(ascii: "$") } }
        return names.prefix(2).map { $0.lowercased() }.joined(separator: "/")
    }
}

extension UInt8 {
    fileprivate var isLetter: Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20)
    }
}
