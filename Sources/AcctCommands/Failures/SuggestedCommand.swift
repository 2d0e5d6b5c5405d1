import AccountProfiles
import AuthCore

/// A command that an error or a note shows, to be pasted into a shell.
///
/// The text of a literal is what the shell reads. A value in it is quoted, so that the shell reads it as it is:
/// `"acct allow \(path)"`.
struct SuggestedCommand: Equatable {
    /// The words with their quotes.
    private var words: [String]

    /// - Parameter words: as a program gets them, without quotes.
    init(words: [String]) { self.words = words.map(\.asShellWord) }

    var text: String { words.joined(separator: " ") }

    static func == (left: SuggestedCommand, right: SuggestedCommand) -> Bool { left.text == right.text }

    /// The command with more words at its end.
    func adding(_ more: [String]) -> SuggestedCommand {
        var command = self
        command.words += more.map(\.asShellWord)
        return command
    }

    func adding(_ more: String...) -> SuggestedCommand { adding(more) }

    func removing(flag: String) -> SuggestedCommand {
        var command = self
        command.words.removeAll { $0 == flag }
        return command
    }

    /// The command in an environment that does not forbid input. The option is not among the words.
    func without(_ setting: NoInputSetting) -> SuggestedCommand {
        guard setting == .variable else { return self }
        var command = self
        command.words = ["env", "-u", setting.rawValue] + words
        return command
    }

    /// The commands in order, each run only if the one before succeeds.
    static func sequence(_ commands: [SuggestedCommand]) -> SuggestedCommand {
        var sequence = commands[0]
        for command in commands.dropFirst() { sequence.words += ["&&"] + command.words }
        return sequence
    }

    /// Whether the option is there with this value.
    func has(_ option: String, _ value: String) -> Bool {
        zip(words, words.dropFirst()).contains { $0 == option && $1 == value.asShellWord }
    }
}

extension SuggestedCommand {
    /// Signs in to a profile again, and requests these scopes in addition.
    static func signIn(to profile: ProfileName, adding scopes: Scopes = []) -> SuggestedCommand {
        SuggestedCommand("acct sign-in \(profile)").adding(scopes.optionWords)
    }

    /// Asks for consent to these scopes.
    static func consent(to scopes: Scopes, of profile: ProfileName) -> SuggestedCommand {
        SuggestedCommand("acct consent \(profile)").adding(scopes.optionWords)
    }

    /// Prints a token with these scopes.
    static func token(of profile: ProfileName, for scopes: Scopes) -> SuggestedCommand {
        SuggestedCommand("acct token -p \(profile)").adding(scopes.optionWords)
    }
}

extension SuggestedCommand: ExpressibleByStringInterpolation {
    init(stringLiteral text: String) { words = text.components }

    init(stringInterpolation: StringInterpolation) { words = stringInterpolation.words }

    struct StringInterpolation: StringInterpolationProtocol {
        fileprivate private(set) var words = [""]

        init(literalCapacity: Int, interpolationCount: Int) {}

        mutating func appendLiteral(_ text: String) {
            let more = text.components
            words[words.count - 1] += more[0]
            words += more.dropFirst()
        }

        mutating func appendInterpolation(_ value: some StringProtocol) {
            words[words.count - 1] += String(value).asShellWord
        }

        mutating func appendInterpolation(_ number: Int) { words[words.count - 1] += "\(number)" }

        /// A profile's name has no character that a shell would read as another.
        mutating func appendInterpolation(_ name: ProfileName) { words[words.count - 1] += name.text }
    }
}

extension SuggestedCommand: CustomStringConvertible, Encodable {
    var description: String { text }

    func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}

extension String {
    /// The parts between spaces, at least one.
    fileprivate var components: [String] {
        split(separator: " ", omittingEmptySubsequences: false).map(String.init)
    }
}

/// Sentences to the person, which may end with a command. The command stays in one piece, to be copied.
struct Remark: Equatable {
    let text: String
    let command: SuggestedCommand?
    /// The profile that the sentences name; nil where they name none.
    let profile: ProfileName?

    init(_ text: String, command: SuggestedCommand? = nil, naming profile: ProfileName? = nil) {
        self.text = text
        self.command = command
        self.profile = profile
    }

    /// The sentences with the name of the profile that they are about, unless they name it.
    func about(_ profile: ProfileName?) -> Remark {
        guard let profile, profile != self.profile else { return self }
        return Remark("\(profile): \(text)", command: command, naming: profile)
    }

    /// The whole on one line.
    var line: String { command.map { "\(text) \($0)" } ?? text }
}
