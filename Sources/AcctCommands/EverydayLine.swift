/// The command lines that scripts and prompts run all day: `acct token` and `acct current`, with at most a profile's
/// name and `--json`.
///
/// argument-parser describes a command to the Swift runtime before it reads a word, which takes longer than reading a
/// token from the store. So these lines are read here, and all others, wrong ones among them, by argument-parser. A test
/// holds that both make the same request of a line.
enum EverydayLine {
    /// Nil for any other line.
    static func request(of arguments: some Collection<String>) -> (any Request)? {
        guard let command = arguments.first, let words = Words(arguments.dropFirst()) else { return nil }
        switch command {
        case "token": return TokenRequest(profile: words.profile, asJSON: words.asJSON)
        case "current": return CurrentRequest(profile: words.profile, asJSON: words.asJSON)
        default: return nil
        }
    }

    /// `-p NAME` or `--profile NAME`, and `--json`; nil for a word that is none of these.
    private struct Words {
        private(set) var profile: String?
        private(set) var asJSON = false

        init?(_ arguments: some Collection<String>) {
            var rest = arguments.makeIterator()
            while let word = rest.next() {
                switch word {
                case "--json": asJSON = true
                case "-p", "--profile":
                    // What begins with a hyphen may be an option where a name was forgotten.
                    guard let name = rest.next(), !name.hasPrefix("-") else { return nil }
                    profile = name
                default: return nil
                }
            }
        }
    }
}
