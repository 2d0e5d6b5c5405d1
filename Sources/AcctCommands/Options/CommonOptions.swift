import ArgumentParser
import HTTPTransport

/// The options of every command.
struct CommonOptions: ParsableArguments {
    @OptionGroup
    var behavior: BehaviorOptions

    @Flag(name: .shortAndLong, help: BehaviorOptions.quietHelp)
    var quiet = false
}

/// `CommonOptions` for commands where `-q` is `--jq`, as it is for `gh api`.
struct GraphCommonOptions: ParsableArguments {
    @OptionGroup
    var behavior: BehaviorOptions

    @Flag(help: BehaviorOptions.quietHelp)
    var quiet = false

    var common: CommonOptions {
        var common = CommonOptions()
        common.behavior = behavior
        common.quiet = quiet
        return common
    }
}

/// The options of every command whose short names never collide.
struct BehaviorOptions: ParsableArguments {
    @Flag(help: "Never prompt and never start a sign-in.")
    var noInput = false

    @Flag(
        name: .shortAndLong,
        help: "Log requests on stderr, without secrets. Given twice (-vv), log the text of their bodies, too.")
    var verbose: Int

    /// The parts of requests that are logged; nil for none.
    var loggedDetail: RequestLog.Detail? { verbose == 0 ? nil : verbose == 1 ? .heads : .bodies }

    fileprivate static let quietHelp: ArgumentHelp = "Print nothing but errors on stderr."
}

/// The option of commands that act as a profile.
struct ProfileOption: ParsableArguments {
    @Option(
        name: [.customShort("p"), .customLong("profile")], help: "The profile to act as.", completion: .profileNames)
    var name: String?
}

/// `--profile` in place of the argument, for commands whose argument is the profile: elsewhere it is an option.
struct ProfileAsOption: ParsableArguments {
    @Option(name: [.customShort("p"), .customLong("profile")], help: .hidden)
    var name: String?

    /// The name that was typed in either place.
    func orArgument(_ argument: String?) -> String? { argument ?? name }

    /// - Throws: `ValidationError` where both were typed.
    func requireOnly(_ argument: String?) throws {
        if argument != nil, name != nil { throw ValidationError("Name the profile once.") }
    }
}

/// The option of commands that print data.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON; an error is one JSON object on the last line of stderr.")
    var json = false
}
