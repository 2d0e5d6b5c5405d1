import AccountStore

/// The request of a completion script: `---complete`, a shell, and the line as that shell has it. The fast path reads it.
///
/// The first line of the reply tells the shell what to do: complete `files`, `directories` or `commands` itself; complete
/// the words of a `program` as a command line; take the other lines as `words`, or as `continued` words without a space
/// behind. After `files` and `directories`, the second line is what stands before the path in the same word. After
/// `program`, it is what is typed before the program for bash, and the number of words there for the others. Nothing is
/// written on stderr, whatever happens.
struct CompletionInvocation: Invocation {
    var asJSON: Bool { false }
    var storeAccess: StoreAccess { .readOnly }

    private let shell: CompletingShell

    /// Nil for a shell that is not known.
    init?(_ arguments: some Collection<String>) {
        let words = Array(arguments)
        switch (words.first, words.count) {
        case ("bash", 5):
            shell = .bash(BashCompletion(type: words[1], columns: words[2], breaks: words[3], line: words[4]))
        case ("zsh", 2...): shell = .zsh(Array(words.dropFirst()))
        case ("fish", 2...): shell = .fish(Array(words[1...].dropLast()), token: words[words.count - 1])
        default: return nil
        }
    }

    func run(_ services: Services) {
        let lines = shell.reply { words in
            let line = PartialCommandLine(Self.words(words), in: .acct)
            return (line, Completions(of: line, in: services))
        }
        if !lines.isEmpty { services.output.line(lines.joined(separator: "\n")) }
    }

    /// The words of other tools are completed as ours. A word that is still typed is no command yet, and stays one word.
    private static func words(_ typed: [String]) -> [String] {
        guard typed.count > 1, let last = typed.last else { return typed }
        guard TypedLine.joinedOption(last) == nil else { return TypedLine(typed.dropLast()).words + [last] }
        return TypedLine(typed).words
    }
}

/// A line as a shell hands it over, and the reply in the form that its script inserts.
private enum CompletingShell {
    case bash(BashCompletion)
    /// The words without quotes.
    case zsh([String])
    /// The words before the cursor without quotes, and the token at the cursor as it was typed.
    case fish([String], token: String)

    func reply(_ complete: ([String]) -> (PartialCommandLine, Completions)) -> [String] {
        switch self {
        case .bash(let bash):
            if bash.line.isRedirection { return ["files"] }
            var (line, completions) = complete(Array(bash.line.words.dropFirst()))
            if !bash.leaves(line.lead) { completions.listPaths(line.typed) }
            if case .program(let index) = completions { return ["program", bash.text(before: index + 1)] }
            return Self.reply(completions, of: line, inserts: bash.inserts, showsOthers: false) { bash.lines($0) }
        case .zsh(let words):
            let (line, completions) = complete(words)
            return Self.reply(completions, of: line, showsOthers: true) { $0.map(\.forZsh) }
        case .fish(let words, let token):
            let (line, completions) = complete(words + [ShellWords(token).words.last ?? ""])
            return Self.reply(completions, of: line, showsOthers: true) { $0.forFish }
        }
    }

    /// - Parameters:
    ///   - inserts: whether the shell inserts these candidates, as far as they are the same, in place of the typed text.
    ///   - showsOthers: whether the shell also finds the typed text within a candidate.
    ///   - lines: the candidates in the form of the shell.
    private static func reply(
        _ completions: Completions, of line: PartialCommandLine, inserts: ([String], String) -> Bool = { _, _ in true },
        showsOthers: Bool, lines: ([CompletedWord]) -> [String]
    ) -> [String] {
        switch completions {
        case .files: return ["files", line.lead]
        case .directories: return ["directories", line.lead]
        case .commands: return ["commands"]
        case .program(let index): return ["program", String(index + 1)]
        case .words(let all):
            let showable = all.filter(\.isShowable)
            let exact = showable.filter { $0.text.hasPrefix(line.typed) }
            let begun =
                exact.isEmpty ? showable.filter { $0.text.lowercased().hasPrefix(line.typed.lowercased()) } : exact
            guard inserts(begun.map(\.text), line.typed) else { return [] }
            let findsOthers = showsOthers && line.place != .option
            let candidates = (begun.isEmpty && findsOthers ? showable : begun).map {
                CompletedWord(line.lead + $0.text, $0.description.safeLine, continuation: $0.continuation)
            }
            guard !candidates.isEmpty else { return [] }
            return [candidates.contains { $0.continuation != nil } ? "continued" : "words"] + lines(candidates)
        }
    }
}

extension CompletedWord {
    /// `_describe` takes the text up to the first colon that has no backslash.
    fileprivate var forZsh: String {
        let word = text.unicodeScalars.map { $0 == "\\" || $0 == ":" ? "\\\($0)" : String($0) }.joined()
        return description.isEmpty ? word : "\(word):\(description)"
    }
}

extension [CompletedWord] {
    /// fish puts a space behind the only candidate, but none behind what two have in common.
    fileprivate var forFish: [String] {
        let lines = map { $0.description.isEmpty ? $0.text : "\($0.text)\t\($0.description)" }
        guard count == 1, let continuation = self[0].continuation else { return lines }
        return lines + [self[0].text + String(continuation)]
    }
}
