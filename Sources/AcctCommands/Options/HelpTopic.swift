/// A subject that `acct help` explains beside the commands; each has a manual page in section 7.
enum HelpTopic: String, CaseIterable {
    case exitCodes = "exit-codes"
    case environment
    case selection
    case scripting
    case pages
    case issuers
    case keys

    var page: String { "acct-\(rawValue).7" }
}
