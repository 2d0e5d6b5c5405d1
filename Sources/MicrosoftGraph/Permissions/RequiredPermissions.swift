/// The permissions that one request to Graph takes, for each kind of account.
public struct RequiredPermissions: Hashable, Sendable {
    /// The method that was asked about, in upper case.
    public let method: String
    /// The path as the documentation writes it: `/users/{id}/messages`.
    public let template: String
    public let work: Requirement
    public let personal: Requirement
    public let application: Requirement
    /// A sentence for people about what the permissions depend on; nil for most.
    public let remark: String?
    public let source: Source

    /// What is known for one kind of account.
    public enum Requirement: Hashable, Sendable {
        /// The list has nothing on it, which says nothing about Graph.
        case unknown
        /// Graph does not offer the request to this kind of account.
        case notServed
        /// Any one of these will do, the least privileged first. There can be others that include one of them.
        case anyOf([ScopeOption])

        /// The one to ask for.
        public var least: ScopeOption? { options.first }

        public var options: [ScopeOption] {
            if case .anyOf(let options) = self { options } else { [] }
        }
    }

    /// Where the answer is from.
    public enum Source: Hashable, Sendable {
        case builtIn
        /// Microsoft's published list, which somebody imported.
        case published
    }

    public subscript(scheme: PermissionScheme) -> Requirement {
        switch scheme {
        case .delegatedWork: work
        case .delegatedPersonal: personal
        case .application: application
        }
    }

    /// Whether nothing is known for anybody.
    public var isUnknown: Bool { PermissionScheme.allCases.allSatisfy { self[$0] == .unknown } }

    /// Whether these scopes are enough for the request.
    ///
    /// - Parameter held: names as a token response has them; `https://graph.microsoft.com/Mail.Read` is `Mail.Read`.
    /// - Returns: nil when that is not known: the list has nothing on it, or a `.default` can hold anything. False when
    ///   the request is not offered to this kind of account.
    public func isSatisfied(by held: some Sequence<String>, for scheme: PermissionScheme) -> Bool? {
        let held = held.map(GraphScope.init)
        switch self[scheme] {
        case .unknown: return nil
        case .notServed: return false
        case .anyOf(let options):
            if options.contains(where: { $0.isCovered(by: held) }) { return true }
            return held.contains { $0.name.lowercased() == ".default" } ? nil : false
        }
    }
}

/// For whom a permission is: Graph lists its permissions for each of these apart.
public enum PermissionScheme: String, Sendable, CaseIterable {
    /// An app acts for a person with an Entra account.
    case delegatedWork
    /// An app acts for a person with a Microsoft account.
    case delegatedPersonal
    /// An app acts for itself.
    case application
}

/// One permission that a request can be made with.
public struct ScopeOption: Hashable, Sendable {
    /// Such as `Mail.ReadBasic`.
    public let name: String
    /// One of these is needed beside it; usually empty.
    public let alsoRequires: [String]
    /// A hint and no more: Microsoft's list is not always right, and a tenant can ask for its administrator always.
    public let mayNeedAdministrator: Bool

    public init(name: String, alsoRequires: [String] = [], mayNeedAdministrator: Bool = false) {
        self.name = name
        self.alsoRequires = alsoRequires
        self.mayNeedAdministrator = mayNeedAdministrator
    }

    /// What to ask for: it, and the first of those that it takes besides.
    public var request: [String] { [name] + alsoRequires.prefix(1) }

    /// Whether these permissions are enough, each alone or as one that includes it.
    func isCovered(by held: [GraphScope]) -> Bool {
        func covers(_ name: String) -> Bool { held.contains { $0.suffices(for: GraphScope(name)) } }
        return covers(name) && (alsoRequires.isEmpty || alsoRequires.contains(where: covers))
    }
}
