/// Why a text is no pattern of a rule; each names the part that is wrong.
public enum RulePatternError: Error, Hashable, Sendable {
    case empty
    /// Longer than so many bytes.
    case tooLong(limit: Int)
    /// Characters that cannot be seen.
    case unprintable
    /// Neither methods nor a path, a URL, `host=` or `tenant=`.
    case unknownPart(String)
    /// There are two of the kind that may stand once; the second one.
    case twice(String)
    /// Only https, and http on this machine.
    case scheme(String)
    case host(String)
    /// Neither a GUID nor a domain.
    case tenant(String)
    /// A path is compared without its query.
    case query(String)
}
