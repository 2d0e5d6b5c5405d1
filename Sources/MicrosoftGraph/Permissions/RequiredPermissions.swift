/// The permissions that one request to Graph needs, for each kind of account.
public struct RequiredPermissions: Hashable, Sendable {
    /// The method of the request, in upper case.
    public internal(set) var method: String
    /// The path as the documentation writes it: `/users/{id}/messages`.
    public let template: String
    private let requirements: Requirements
    /// The kinds of account that Graph offers no method of the path to. A list can lack a kind for a single method by
    /// mistake.
    public internal(set) var unsupported: Set<PermissionScheme> = []
    /// A sentence for people about the conditions of the permissions; nil for most requests.
    public let remark: String?
    public let source: Source

    /// The requirement for one kind of account.
    public enum Requirement: Hashable, Sendable {
        /// The list has nothing about it, which says nothing about Graph.
        case unknown
        /// Graph does not offer the request to this kind of account.
        case notServed
        /// Any one of these is enough, the least privileged first. Others can exist that include one of them.
        case anyOf([ScopeOption])

        /// The least privileged option, the one to request.
        public var least: ScopeOption? { options.first }

        public var options: [ScopeOption] {
            if case .anyOf(let options) = self { options } else { [] }
        }
    }

    /// The list that the requirements are from.
    public enum Source: Hashable, Sendable {
        case builtIn
        /// Microsoft's published list, imported by the user.
        case published
    }

    init(method: String, template: String, requirements: Requirements, remark: String?, source: Source) {
        self.method = method
        self.template = template
        self.requirements = requirements
        self.remark = remark
        self.source = source
    }

    public var work: Requirement { self[.delegatedWork] }
    public var personal: Requirement { self[.delegatedPersonal] }
    public var application: Requirement { self[.application] }

    public subscript(scheme: PermissionScheme) -> Requirement { requirements[scheme] }

    /// Whether the list has nothing for any kind of account.
    public var isUnknown: Bool { PermissionScheme.allCases.allSatisfy { self[$0] == .unknown } }

    /// Whether these scopes are enough for the request.
    ///
    /// - Parameter held: scopes as in a token response; `https://graph.microsoft.com/Mail.Read` is `Mail.Read`.
    /// - Returns: nil when that is not known, because the list has nothing or `.default` can stand for any permission.
    ///   False when Graph does not offer the request to this kind of account.
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

extension RequiredPermissions {
    /// The requirement for each kind of account.
    struct Requirements: Hashable, Sendable {
        private var work, personal, application: Requirement

        init(_ requirement: (PermissionScheme) throws -> Requirement) rethrows {
            work = try requirement(.delegatedWork)
            personal = try requirement(.delegatedPersonal)
            application = try requirement(.application)
        }

        subscript(scheme: PermissionScheme) -> Requirement {
            get {
                switch scheme {
                case .delegatedWork: work
                case .delegatedPersonal: personal
                case .application: application
                }
            }
            set {
                switch scheme {
                case .delegatedWork: work = newValue
                case .delegatedPersonal: personal = newValue
                case .application: application = newValue
                }
            }
        }
    }
}

/// The three kinds of access for which Graph lists its permissions separately.
public enum PermissionScheme: String, Sendable, CaseIterable {
    /// An app acts for a user with an Entra account.
    case delegatedWork
    /// An app acts for a user with a personal Microsoft account.
    case delegatedPersonal
    /// An app acts as itself.
    case application
}

/// A permission that is enough for a request.
public struct ScopeOption: Hashable, Sendable {
    /// The name, such as `Mail.ReadBasic`.
    public let name: String
    /// Permissions of which one is needed in addition; usually empty.
    public let alsoRequires: [String]
    /// Whether consent may need an administrator. A hint: Microsoft's list is not always right, and a tenant can require
    /// its administrator for every consent.
    public let mayNeedAdministrator: Bool

    public init(name: String, alsoRequires: [String] = [], mayNeedAdministrator: Bool = false) {
        self.name = name
        self.alsoRequires = alsoRequires
        self.mayNeedAdministrator = mayNeedAdministrator
    }

    /// The scopes to request: the permission, and the first one that it needs in addition.
    public var scopesToRequest: [String] { [name] + alsoRequires.prefix(1) }

    /// Whether these permissions are enough, each by its name or as one that includes it.
    func isCovered(by held: [GraphScope]) -> Bool {
        func covers(_ name: String) -> Bool { held.contains { $0.suffices(for: GraphScope(name)) } }
        return covers(name) && (alsoRequires.isEmpty || alsoRequires.contains(where: covers))
    }
}
