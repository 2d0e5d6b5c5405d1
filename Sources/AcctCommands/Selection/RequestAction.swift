import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

extension Action {
    /// A Graph request, with its hints at a tenant or an account. A batch has those of each request in it.
    ///
    /// - Parameters:
    ///   - required: the permissions that the request needs, where they are known.
    ///   - parts: the requests in the body of a batch.
    init(_ request: GraphRequest, _ required: RequiredPermissions?, parts: [Action] = []) {
        let path = ResourcePath(request.path)
        let hints = RequestReferences(path: path).all.compactMap(TenantHint.init)
        guard parts.isEmpty else {
            // A tenant before `$batch` is that of each request.
            let addressed = parts.map { part in
                var part = part
                part.hints += hints
                return part
            }
            self.init(batchOf: addressed, hasWrites: request.isWrite)
            endpoint = path.origin
            return
        }
        let hosts = hints.compactMap(\.sharePointHost)
        self.init(
            method: request.effectiveMethod, path: path.text, isWrite: request.isWrite, needsGraph: true,
            unsupportedKinds: required.map(\.unsupportedKinds) ?? (path.isUnderMe ? [.app: "an app has no /me"] : [:]),
            doubtfulKinds: required?.doubtfulKinds ?? [:],
            endpoint: path.origin, clouds: Set(hosts.prefix(1).map(\.cloud)), hosts: hosts.map(\.name),
            aliases: path.siteAddresses, hints: hints, topic: path.topic)
    }
}

extension GraphRequest {
    /// The requests in the body of a batch; empty for any other request, nil for a batch that cannot be read.
    var batchedRequests: [GraphRequest]? {
        guard isBatch else { return [] }
        switch body {
        case .bytes(let data): return data.count <= Self.batchSizeLimit ? Self.batched(in: data) : nil
        case .file(let path):
            let file = try? RegularFile(path, limit: Self.batchSizeLimit)
            return file.flatMap { Self.batched(in: Data($0.bytes)) }
        case nil: return []
        case .secret, .filePart: return nil
        }
    }
}

extension RequiredPermissions {
    /// The kinds of profile that Graph offers no method of the path to.
    fileprivate var unsupportedKinds: [Profile.Kind: String] {
        kinds { unsupported.contains($0) }
            .reduce(into: [:]) { $0[$1] = "Graph does not offer \(method) \(template) to \($1.inWords)" }
    }

    /// The kinds of profile that the lists leave out for this request alone, which can be a gap in the lists.
    fileprivate var doubtfulKinds: [Profile.Kind: String] {
        kinds { self[$0] == .notServed && !unsupported.contains($0) }
            .reduce(into: [:]) { $0[$1] = "the permission list does not have \(method) \(template) for \($1.inWords)" }
    }

    private func kinds(where isWanted: (PermissionScheme) -> Bool) -> [Profile.Kind] {
        Profile.Kind.allCases.filter { PermissionScheme($0).map(isWanted) == true }
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

extension TenantHint {
    /// Nil for a sharing link to a host that is not one of SharePoint's.
    fileprivate init?(_ reference: ResourceReference) {
        switch reference.kind {
        case .tenant: self.init(.tenant(reference.value), at: reference.place)
        case .domain: self.init(.domain(reference.value), at: reference.place)
        case .userPrincipalName: self.init(.user(reference.value), at: reference.place)
        case .item: self.init(.item(reference.value), at: reference.place)
        case .ownItem: self.init(.ownItem(reference.value), at: reference.place)
        case .directoryObject: self.init(.directoryObject(reference.value), at: reference.place)
        case .sharePointHost:
            // A host that only resembles one of SharePoint's may still be in the usage history.
            let kind = SharePointHost(reference.value).map(HintKind.sharePoint) ?? .item(reference.value)
            self.init(kind, at: reference.place)
        case .sharingLink:
            guard let host = SharePointHost(reference.value) else { return nil }
            self.init(.sharingLink(host), at: reference.place)
        }
    }
}

extension ResourcePath {
    /// The addresses in SharePoint of what the path names, as a browser has them: `https://contoso.sharepoint.com/sites/hr`
    /// for `/sites/contoso.sharepoint.com:/sites/hr`. What is in the site has one of its own below it. Of a site's id only
    /// the host is known.
    fileprivate var siteAddresses: [Action.Address] {
        if let link = sharedURL { return Action.Address(sharedURL: link).map { [$0] } ?? [] }
        guard segments.count > 1, segments[0].lowercased() == "sites",
            let host = SharePointHost(String(segments[1].prefix { $0 != ":" && $0 != "," }))?.name
        else { return [] }
        guard !segments[1].contains(",") else { return [Action.Address(hosts: [host], path: nil)] }
        let parts = segments.dropFirst().joined(separator: "/").split(separator: ":", omittingEmptySubsequences: false)
        let site = parts.count > 1 ? parts[1] : ""
        let within = parts.dropFirst(2).joined(separator: ":")
        return [Action.Address(hosts: [host], path: site.isEmpty ? "/" : String(site))]
            + (within.isEmpty ? [] : [Action.Address(hosts: [host], path: site + within)])
    }

    /// The first two names of the path, by which the usage history counts: `me/messages`, `users`.
    var topic: String {
        let names = segments.prefix { segment in segment.utf8.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: "$") }
        }
        return names.prefix(2).map { $0.lowercased() }.joined(separator: "/")
    }
}

extension Action.Address {
    /// The address behind a sharing link. `/:w:/r/sites/hr/…` opens `/sites/hr/…`, and `/:w:/s/hr/…` is a link of the site
    /// `hr`; `t` stands for a team's site in its place.
    fileprivate init?(sharedURL url: String) {
        let link = ResourcePath(url)
        guard let origin = link.origin, let host = HTTPOrigin(url: origin)?.host,
            let name = SharePointHost(host)?.name
        else { return nil }
        var segments = link.segments[...]
        if segments.count > 2, let first = segments.first, first.hasPrefix(":"), first.hasSuffix(":") {
            let folders = ["s": "sites", "t": "teams"]
            segments = segments.dropFirst(2)
            if let folder = folders[link.segments[1].lowercased()] { segments = [folder] + segments }
        }
        self.init(hosts: [name], path: "/" + segments.joined(separator: "/"))
    }
}

extension Action {
    /// The request for a token. The host of a resource tells its cloud, and that of SharePoint hints at a tenant.
    ///
    /// - Parameter resource: a URI, or a scope that begins with one; nil for the profile's own scopes.
    init(tokenFor resource: String?) {
        guard let resource, let origin = ResourcePath(resource).origin, let scheme = origin.firstRange(of: "://") else {
            self = .anyToken
            return
        }
        let authority = origin[scheme.upperBound...]
        let host = String(authority.prefix { $0 != ":" })
        let sharePoint = SharePointHost(host)
        self.init(
            givesToken: true, clouds: sharePoint.map { [$0.cloud] } ?? Cloud.clouds(ofHost: host),
            hosts: Cloud.names(ofResourceHost: String(authority)),
            hints: sharePoint.map { [TenantHint(.sharePoint($0), at: host)] } ?? [], topic: "token/\(authority)")
    }
}
