import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import HTTPTransport

/// The file that `acct export` writes and `acct import` reads: profiles, rules, bindings and defaults, without secrets and
/// without the ids of accounts.
struct ProfileFile: Codable, Equatable {
    var profiles: [ExportedProfile]
    /// The definitions that lack something.
    var incomplete: [IncompleteProfile] = []
    var rules: [ExportedRule] = []
    var bindings: [ExportedBinding] = []
    /// The name of the current profile.
    var current: String?
    /// The client id of new profiles.
    var clientId: String?

    private enum CodingKeys: CodingKey { case profiles, rules, bindings, current, clientId }

    /// A definition that cannot be read, with the reason as a sentence.
    struct IncompleteProfile: Equatable {
        let name, reason: String
    }

    struct ExportedRule: Codable, Equatable {
        let pattern, profile: String
    }

    /// A directory below the home directory begins with `~/`, so that it is found in another home, too.
    struct ExportedBinding: Codable, Equatable {
        let directory, profile: String
    }

    /// - Parameter isWhole: whether the file is of everything, and not of some profiles.
    init(of chosen: [Profile], isWhole: Bool, _ services: Services) throws {
        let names = Set(chosen.map(\.name.text))
        profiles = chosen.map(ExportedProfile.init)
        rules = try services.rules.rules().filter { names.contains($0.rule.profile.text) }
            .map { ExportedRule(pattern: $0.rule.pattern.text, profile: $0.rule.profile.text) }
        let home = HomePath(services.environment)
        bindings = try services.bindings.bindings().compactMap { binding in
            guard case .profile(let name) = binding.target, names.contains(name) else { return nil }
            return ExportedBinding(directory: home.shortened(binding.directory), profile: name)
        }
        current = isWhole ? try services.profiles.current()?.text : nil
        clientId = isWhole ? try services.profiles.defaultClientID() : nil
    }

    /// - Throws: `Failure.notDefinitions`.
    init(_ bytes: Data, named path: String) throws(Failure) {
        guard bytes.count <= Self.sizeLimit else {
            throw .notDefinitions(path, "it is larger than \(Self.sizeLimit >> 20) MB.")
        }
        do {
            self = try JSONDecoder().decode(ProfileFile.self, from: bytes)
        } catch DecodingError.keyNotFound(let key, let context) {
            let place = (context.codingPath + [key]).map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }
            throw .notDefinitions(path, "it lacks \(place.joined(separator: ".")).")
        } catch {
            throw .notDefinitions(path, "it is not JSON of that form.")
        }
    }

    static let sizeLimit = 16 << 20
}

extension ProfileFile {
    init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        let definitions = try fields.decode([Definition].self, forKey: .profiles)
        profiles = definitions.compactMap { try? $0.profile.get() }
        incomplete = definitions.compactMap(\.incomplete)
        // Another program's file has no definition that can be read.
        if profiles.isEmpty { _ = try definitions.first?.profile.get() }
        rules = try fields.decodeIfPresent([ExportedRule].self, forKey: .rules) ?? []
        bindings = try fields.decodeIfPresent([ExportedBinding].self, forKey: .bindings) ?? []
        current = try fields.decodeIfPresent(String.self, forKey: .current)
        clientId = try fields.decodeIfPresent(String.self, forKey: .clientId)
    }

    /// An entry of the list of profiles, whether or not it is whole: the others are imported all the same.
    private struct Definition: Decodable {
        let profile: Result<ExportedProfile, any Error>
        private let name: String

        private enum CodingKeys: CodingKey { case name }

        init(from decoder: any Decoder) {
            profile = Result { try ExportedProfile(from: decoder) }
            name = (try? decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)) ?? ""
        }

        var incomplete: IncompleteProfile? {
            guard case .failure(let error) = profile else { return nil }
            guard case DecodingError.keyNotFound(let key, _) = error else {
                return IncompleteProfile(name: name, reason: "The definition is not one of acct export.")
            }
            return IncompleteProfile(name: name, reason: "The definition lacks \(key.stringValue).")
        }
    }
}

/// The definition of a profile.
struct ExportedProfile: Codable, Equatable {
    let name, kind, authority, tenantId, clientId, mode: String
    /// The kind of the authority; nil for the one that follows from its URL.
    let authorityKind: String?
    let graph, username, tlsCertificate: String?
    let redirectUri: String?
    /// Files of earlier versions have the port alone.
    let redirectPort: UInt16?
    /// Whether the tokens come from the device's broker; nil where they do not.
    let isBrokered: Bool?
    let scopes: [String]

    init(_ profile: Profile) {
        name = profile.name.text
        kind = profile.kind.rawValue
        authority = profile.authority.urlWithParameters
        authorityKind = profile.authority.kind.rawValue
        tenantId = profile.tenantID
        clientId = profile.clientID
        mode = profile.mode.rawValue
        graph = profile.graph
        username = profile.username.isEmpty ? nil : profile.username
        redirectUri = profile.redirectURI == .localhost ? nil : profile.redirectURI.text
        redirectPort = nil
        isBrokered = profile.isBrokered ? true : nil
        scopes = profile.scopes.names
        tlsCertificate = profile.authority.clientCertificate?.path
    }

    /// The profile, before its first sign-in.
    ///
    /// - Throws: `ProfileError`, `AuthError.invalidAuthority`, and `Failure` for an unknown kind or mode, and for a username
    ///   with control characters.
    func profile() throws -> Profile {
        let name = try ProfileName(name)
        let username = username ?? ""
        // A credential helper prints it as a line of a protocol.
        guard !username.unicodeScalars.contains(where: { $0.properties.generalCategory == .control }) else {
            throw Failure.unprintableUsername(of: name)
        }
        let unknown = Failure.unknownKindOrMode(of: name)
        guard let kind = Profile.Kind(rawValue: kind), let mode = Profile.Mode(rawValue: mode) else { throw unknown }
        let authorityKind = try authorityKind.map { text in
            guard let kind = Authority.Kind(rawValue: text) else { throw unknown }
            return kind
        }
        var authority =
            try authorityKind.map { try Authority(kind: $0, urlWithParameters: self.authority) }
            ?? Authority(url: self.authority)
        authority.clientCertificate = tlsCertificate.map { TLSClientCertificate(path: $0.asAbsolutePath) }
        let profile = Profile(
            name: name, account: Profile.noAccount(), username: username, displayName: "", tenantID: tenantId,
            kind: kind, clientID: try checkedClientID(at: authority), authority: authority,
            graph: try graph.map(AuthorityOptions.graphEndpoint), scopes: Scopes(scopes), mode: mode,
            redirectURI: try redirectUri.map { try RedirectURI(inFile: $0) } ?? .localhost(port: redirectPort ?? 0),
            isBrokered: isBrokered ?? false)
        try profile.refuseWritingScopes(profile.scopes)
        return profile
    }

    /// A managed identity has its own id in place of an app registration's.
    private func checkedClientID(at authority: Authority) throws -> String {
        tenantId == ManagedIdentityID.tenantID
            ? try ClientID.checkedIdentity(clientId) : try ClientID.checked(clientId, for: authority.kind)
    }
}
