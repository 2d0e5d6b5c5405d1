import ArgumentParser

/// What every command understands.
struct CommonOptions: ParsableArguments {
    @OptionGroup
    var manner: MannerOptions

    @Flag(name: .shortAndLong, help: MannerOptions.quietHelp)
    var quiet = false
}

/// `CommonOptions` for commands where `-q` is `--jq`, as it is for `gh api`.
struct GraphCommonOptions: ParsableArguments {
    @OptionGroup
    var manner: MannerOptions

    @Flag(help: MannerOptions.quietHelp)
    var quiet = false

    var common: CommonOptions {
        var common = CommonOptions()
        common.manner = manner
        common.quiet = quiet
        return common
    }
}

/// How a command behaves, whatever it does.
struct MannerOptions: ParsableArguments {
    @Flag(help: "Never ask a question and never start a sign-in.")
    var noInput = false

    @Flag(name: .shortAndLong, help: "Log requests on stderr, with everything secret left out.")
    var verbose = false

    fileprivate static let quietHelp: ArgumentHelp = "Say nothing but errors on stderr."
}

extension Services {
    convenience init(_ options: CommonOptions) {
        self.init(
            allowsInput: !options.manner.noInput, logsRequests: options.manner.verbose, isQuiet: options.quiet)
    }
}

/// For commands that act as somebody.
struct ProfileOption: ParsableArguments {
    @Option(
        name: [.customShort("p"), .customLong("profile")], help: "The profile to act as.", completion: .profileNames)
    var name: String?
}

/// For commands that print data.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON; an error is one JSON object on the last line of stderr.")
    var json = false
}
