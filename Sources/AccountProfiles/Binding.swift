/// What a directory says about who acts in it and below.
public struct Binding: Hashable, Sendable {
    /// Absolute, with symbolic links resolved.
    public let directory: String
    public let target: Target
    public let origin: Origin

    public init(directory: String, target: Target, origin: Origin) {
        self.directory = directory
        self.target = target
        self.origin = origin
    }

    /// Whom it names.
    public enum Target: Hashable, Sendable {
        case profile(String)
        /// A tenant's GUID or one of its domains: whichever profile is in it.
        case tenant(String)
    }

    /// Who said so.
    public enum Origin: Hashable, Sendable {
        /// `acct bind`, on this machine.
        case command
        /// An `.acct` file in the directory whose content was allowed.
        case file
    }

    /// A sentence without the profile's name.
    public var reason: String {
        switch (target, origin) {
        case (.profile, .command): "\(directory) is bound to it"
        case (.profile, .file): "\(directory)/.acct names it"
        case (.tenant(let tenant), _): "\(directory)/.acct names its tenant, \(tenant)"
        }
    }
}
