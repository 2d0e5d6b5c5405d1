import ArgumentParser

/// `CommonOptions` for commands where `-q` is `--jq`, as it is for `gh api`.
struct GraphCommonOptions: ParsableArguments {
    @Flag(help: "Never ask a question and never start a sign-in.")
    var noInput = false

    @Flag(name: .shortAndLong, help: "Log requests on stderr, with everything secret left out.")
    var verbose = false

    @Flag(help: "Say nothing but errors on stderr.")
    var quiet = false

    var common: CommonOptions {
        var common = CommonOptions()
        common.noInput = noInput
        common.verbose = verbose
        common.quiet = quiet
        return common
    }
}
