import AccountProfiles
import ArgumentParser
import FoundationEssentials

extension TypedLine {
    /// The line with the option `--profile NAME` behind the command; nil for a line that is too long to be shown.
    var withProfile: SuggestedCommand? {
        let count = command.count - 1
        return Self.suggestion(words[..<count] + ["--profile", "NAME"] + words[count...])
    }

    /// The command that a line of `acct why` explains, with the option `--profile NAME`; nil as for `withProfile`.
    func explained(by name: String) -> SuggestedCommand? {
        let options: Set = ["--all", "--json", "--batch"]
        let arguments = words.dropFirst().filter { !options.contains($0) }
            .map { $0.hasPrefix("--batch=") ? String($0.dropFirst("--batch=".count)) : $0 }
        return Self.suggestion([name, "--profile", "NAME"] + arguments)
    }

    /// The line with another word for a command. All other words stay: without its options and arguments, the command would
    /// act on another profile. Where that is not a valid line, the help of the command.
    func replacingCommand(at index: Int, with name: String) -> SuggestedCommand {
        let (before, after) = (words[..<index], words[(index + 1)...])
        if words.first == "help" { return SuggestedCommand(words: ["acct"] + before + [name]) }
        let line = before + [name] + after
        let printsHelp = name.hasPrefix("-") || name == "help"
        let isValid = after.isEmpty && printsHelp || (try? AcctCommand.parseAsRoot(Array(line))) is any Command
        return (isValid ? Self.suggestion(line) : nil) ?? SuggestedCommand(words: ["acct"] + before + [name, "--help"])
    }

    /// Nil for a line that is too long to be shown.
    private static func suggestion(_ words: ArraySlice<String>) -> SuggestedCommand? {
        let line = SuggestedCommand(words: ["acct"] + words)
        return line.text.utf8.count <= 200 && !line.text.utf8.contains(UInt8(ascii: "\n")) ? line : nil
    }

    /// An error of argument-parser in the style of all others, with the line that was meant as the next command.
    ///
    /// - Parameter isProfile: whether there is a profile of a name.
    func failure(for error: any Error, isProfile: (String) -> Bool) -> Failure {
        var message = ParserMessage(error)
        if let other = errorWithJoinedNumbers(after: message) { message = ParserMessage(other) }
        let unknown = unknownOption
        if let unknown, !message.saysAnOptionIsWrong || unknown.isBetter(than: message) {
            message = ParserMessage(unknown: unknown)
        }
        let correction = LineCorrection(words: words, message: message, unknown: unknown)
        let meant = correction.line(isProfile: isProfile) ?? commandWithDefault + ["--help"]
        return Failure(.usage, message.text, command: SuggestedCommand(words: meant))
    }
}

extension TypedLine {
    /// argument-parser takes a negative number for an option, and says that the value before it is missing.
    ///
    /// - Returns: the error of the line in which such numbers are joined to the options; nil for any other message.
    private func errorWithJoinedNumbers(after message: ParserMessage) -> (any Error)? {
        let places = words.indices.dropFirst().filter {
            message.saysValueIsMissing(of: words[$0 - 1]) && words[$0 - 1].hasPrefix("--") && Int(words[$0]) != nil
        }
        guard let place = places.first else { return nil }
        let joined = words[..<(place - 1)] + ["\(words[place - 1])=\(words[place])"] + words[(place + 1)...]
        do {
            _ = try AcctCommand.parseAsRoot(Array(joined))
            return nil
        } catch {
            return error
        }
    }
}

/// The line that a person meant by one that argument-parser refuses: the first guess that is a valid line.
struct LineCorrection {
    let words: [String]
    let message: ParserMessage
    /// The first option of the line that the command does not have.
    let unknown: UnknownOption?

    private static let profileOptions = ["-p", "--profile"]

    /// The words of the corrected line, with `acct` in front; nil where no guess is a valid line.
    func line(isProfile: (String) -> Bool) -> [String]? {
        let guesses =
            profileName + commandFirst + withoutProfileOption + otherOption + scopeOption(isProfile)
            + strayValues(isProfile) + patternOfRule + profileOption(isProfile)
        return guesses.first { (try? AcctCommand.parseAsRoot($0)) is any Command }.map { ["acct"] + $0 }
    }

    /// `-p` without a name is shown with the place for one.
    private var profileName: [[String]] {
        guard Self.profileOptions.contains(where: message.saysValueIsMissing) else { return [] }
        return placesOfProfileOption.map { Array(words[...$0]) + ["NAME"] + words[($0 + 1)...] }
    }

    /// `-p work token` is meant as `token -p work`, and `--json list` as `list --json`.
    private var commandFirst: [[String]] {
        if words.count > 2, Self.profileOptions.contains(words[0]) {
            return [[words[2], "-p", words[1]] + words.dropFirst(3)]
        }
        guard words.count > 1, words[0].hasPrefix("-") else { return [] }
        return [[words[1], words[0]] + words.dropFirst(2)]
    }

    /// `show -p work` is meant as `show work`. The option is left out only where the command does not know it: otherwise
    /// another profile would act.
    private var withoutProfileOption: [[String]] {
        guard Self.profileOptions.contains(where: message.saysOptionIsUnknown) else { return [] }
        return placesOfProfileOption.map {
            let (before, after) = (Array(words[..<$0]), Array(words[($0 + 1)...]))
            // A rule begins with its pattern.
            return words.starts(with: ["rule", "add"])
                ? before + after.dropFirst() + after.prefix(1) : before + after
        }
    }

    /// `doctor --fix` is meant as `doctor --repair`.
    private var otherOption: [[String]] {
        guard let unknown, message.saysOptionIsUnknown(unknown.name), let option = unknown.meant else { return [] }
        return [Array(words[..<unknown.index]) + option + words[(unknown.index + unknown.count)...]]
    }

    /// `consent Mail.Read` is meant as `consent --scope Mail.Read`, and so is `token Mail.Read`.
    private func scopeOption(_ isProfile: (String) -> Bool) -> [[String]] {
        guard words.first == "consent" || words.first == "token", !words.contains("--scope"),
            let scope = words.indices.last, Self.isScope(words[scope]), !isProfile(words[scope]),
            message.saysArgumentIsUnexpected || message.mentions("--scope")
        else { return [] }
        return [Array(words[..<scope]) + ["--scope", words[scope]]]
    }

    /// Whether the word looks like a permission of Graph, such as `Mail.Read`. The names of profiles are seldom capitalized.
    private static func isScope(_ word: String) -> Bool {
        let parts = word.split(separator: ".")
        return parts.count > 1 && parts.allSatisfy { $0.first?.isUppercase == true }
    }

    /// The words behind the value of an option that are further values, or parts of it: `--scope a b` is meant as
    /// `--scope a --scope b`, `--select id mail` as `--select id,mail`, and `--filter id eq 1` as `--filter 'id eq 1'`.
    private func strayValues(_ isProfile: (String) -> Bool) -> [[String]] {
        guard message.saysArgumentIsUnexpected else { return [] }
        var reader = CommandLineReader()
        return words.indices.flatMap { index -> [[String]] in
            guard case .option(_, let option?, let value?) = reader.read(words[index]), index > 0,
                option.kind == .option,
                let form = StrayValues(option)
            else { return [] }
            let end = words[(index + 1)...].firstIndex { $0.hasPrefix("-") } ?? words.endIndex
            // A path or an argument may follow the values.
            return ((index + 1)..<max(end, index + 1)).reversed().compactMap { last in
                let stray = Array(words[(index + 1)...last])
                return form.corrected(words[index], value, stray, isProfile).map {
                    Array(words[..<index]) + $0 + words[(last + 1)...]
                }
            }
        }
    }

    /// `rule add GET /me work` is meant as `rule add 'GET /me' work`.
    private var patternOfRule: [[String]] {
        guard words.starts(with: ["rule", "add"]), words.count > 4, message.saysArgumentIsUnexpected,
            !words.contains(where: { $0.hasPrefix("-") })
        else { return [] }
        let pattern = words[2..<(words.count - 1)].joined(separator: " ")
        guard (try? RulePattern(pattern)) != nil else { return [] }
        return [["rule", "add", pattern, words[words.count - 1]]]
    }

    /// `token work` is meant as `token -p work`.
    private func profileOption(_ isProfile: (String) -> Bool) -> [[String]] {
        let hasProfile = words.contains { word in Self.profileOptions.contains { word.hasPrefix($0) } }
        guard message.saysArgumentIsUnexpected, !hasProfile else { return [] }
        return words.indices.dropFirst().filter { message.quotes(words[$0]) && isProfile(words[$0]) }
            .map { Array(words[..<$0]) + ["-p"] + words[$0...] }
    }

    private var placesOfProfileOption: [Int] { words.indices.filter { Self.profileOptions.contains(words[$0]) } }
}

/// The form in which an option takes several values, or a value with spaces.
private enum StrayValues {
    /// Once for each value.
    case repeated(name: String)
    /// A list with commas.
    case listed(ofProfiles: Bool)
    /// An expression of OData, whose second word is one of these.
    case expression(Set<String>)

    /// Nil for an option with a single word.
    init?(_ option: CommandTable.Parameter) {
        let name = option.names.first { $0.hasPrefix("--") } ?? option.names.first ?? ""
        switch name {
        case "--select", "--expand": self = .listed(ofProfiles: false)
        case "--profiles": self = .listed(ofProfiles: true)
        case "--filter":
            self = .expression(["eq", "ne", "gt", "ge", "lt", "le", "in", "has", "and", "or"])
        case "--orderby": self = .expression(["asc", "desc"])
        case _ where option.isRepeating: self = .repeated(name: name)
        default: return nil
        }
    }

    /// The words in place of the one that has the first value, and of the words behind it; nil where they cannot be values.
    ///
    /// - Parameters:
    ///   - word: the value, or the option with it behind an `=`.
    ///   - value: the same without the option.
    func corrected(
        _ word: String, _ value: String, _ stray: [String], _ isProfile: (String) -> Bool
    ) -> [String]? {
        switch self {
        case .repeated(let name):
            // A profile or a path is no value of another kind, and neither is a word in place of name=value.
            let areValues = stray.allSatisfy {
                !isProfile($0) && !$0.hasPrefix("/") && $0.contains("=") == value.contains("=")
            }
            return areValues ? [word] + stray.flatMap { [name, $0] } : nil
        case .listed(let ofProfiles):
            let values = ([value] + stray).flatMap { $0.split(separator: ",").map(String.init) }
            guard values.dropFirst().allSatisfy({ isProfile($0) == ofProfiles && !$0.hasPrefix("/") }) else {
                return nil
            }
            return [word.dropLast(value.count) + values.joined(separator: ",")]
        case .expression(let operators):
            guard stray.first.map({ operators.contains($0.lowercased()) }) == true else { return nil }
            return [([word] + stray).joined(separator: " ")]
        }
    }
}

/// The sentence of an error of argument-parser. Its errors have no public types, so the English sentence is all that tells
/// them apart. Nothing else reads it, and a test holds what each says.
struct ParserMessage {
    /// A whole sentence.
    let text: String

    init(_ error: any Error) {
        // Further lines guess at other causes.
        let first = AcctCommand.message(for: error).components(separatedBy: "\n   or: ")[0]
        let sentence = Self.withoutUnlikelySuggestion(first)
        text = sentence.last.map { ".?!".contains($0) } == false ? sentence + "." : sentence
    }

    /// - Parameter option: with the options that may be meant.
    init(unknown option: UnknownOption) {
        let names = option.nearest.map { "'\($0)'" }
        let others = names.dropLast().joined(separator: ", ")
        let list = (others.isEmpty ? "" : "\(others) or ") + (names.last ?? "")
        text = "Unknown option '\(option.name)'." + (names.isEmpty ? "" : " Did you mean \(list)?")
    }

    /// Whether the sentence names an option of the line as unknown or incomplete.
    var saysAnOptionIsWrong: Bool { text.hasPrefix("Unknown option") || text.hasPrefix("Missing value for") }

    var saysArgumentIsUnexpected: Bool {
        text.hasPrefix("Unexpected argument") || text.contains("unexpected arguments")
    }

    func saysValueIsMissing(of option: String) -> Bool { text.hasPrefix("Missing value for '\(option)") }

    func saysOptionIsUnknown(_ option: String) -> Bool { text.hasPrefix("Unknown option '\(option)'") }

    func quotes(_ word: String) -> Bool { mentions("'\(word)'") }

    func mentions(_ word: String) -> Bool { text.contains(word) }

    /// The message without the option that it suggests, where that option's name differs in more than a third.
    private static func withoutUnlikelySuggestion(_ message: String) -> String {
        let parts = message.split(separator: "'", omittingEmptySubsequences: false)
        guard parts.count == 5, parts[0] == "Unknown option ", parts[2] == ". Did you mean " else { return message }
        let names = [parts[1], parts[3]].map { String($0.drop { $0 == "-" }) }
        return NearestNames.candidates(for: names[0], amongKeys: [names[1]]).isEmpty
            ? "Unknown option '\(parts[1])'." : message
    }
}
