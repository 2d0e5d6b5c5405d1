/// A subject that `acct help` explains beside the commands; each has a manual page in section 7. Its name is that of
/// the page, of which `acct-` may be left out where no command has the same name.
enum HelpTopic: String, CaseIterable {
    case exitCodes = "exit-codes"
    case environment
    case selection
    case scripting
    case pages
    case issuers
    case keys
    case exec = "acct-exec"

    /// Nil for a word that is no topic.
    init?(named word: String) {
        let page = word.hasSuffix("(7)") ? String(word.dropLast(3)) : word
        guard let topic = HelpTopic.allCases.first(where: { $0.rawValue == page || $0.page == "\(page).7" }) else {
            return nil
        }
        self = topic
    }

    var page: String { self == .exec ? "acct-exec.7" : "acct-\(rawValue).7" }
}
