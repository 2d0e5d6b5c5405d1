/// The command lines that scripts, prompts and shells run all day: `acct token` and `acct current` with at most
/// `--profile` and `--json`, `acct prompt`, and completion.
///
/// argument-parser describes a command to the Swift runtime before it reads a word. That takes longer than reading a token
/// from the store. So these lines are read here, and all others, wrong ones among them, by argument-parser. A test holds
/// that both read a line in the same way.
enum FastPath {
    /// Nil for any other line.
    static func invocation(of arguments: some Collection<String>) -> (any Invocation)? {
        switch arguments.first {
        case "token":
            options(in: arguments.dropFirst()).map {
                TokenInvocation(profile: $0.profile, format: $0.asJSON ? .json : nil)
            }
        case "current":
            options(in: arguments.dropFirst()).map { CurrentInvocation(profile: $0.profile, asJSON: $0.asJSON) }
        case "prompt": PromptInvocation(arguments.dropFirst())
        case TokenServerProcess.command: TokenServer()
        case "---complete": CompletionInvocation(arguments.dropFirst())
        default: nil
        }
    }

    /// Nil when there is any word but one `--profile NAME` and `--json`.
    private static func options(in words: some Sequence<String>) -> (profile: String?, asJSON: Bool)? {
        var options: (profile: String?, asJSON: Bool) = (nil, false)
        var words = words.makeIterator()
        while let word = words.next() {
            switch word {
            case "--json": options.asJSON = true
            case "-p", "--profile":
                // A word that begins with a hyphen may be an option, and the name forgotten.
                guard options.profile == nil, let name = words.next(), !name.hasPrefix("-") else { return nil }
                options.profile = name
            default: return nil
            }
        }
        return options
    }
}
