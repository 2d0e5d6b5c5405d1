import ArgumentParser

/// `OutputOptions` as they are typed.
struct OutputArguments: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print the status line and the headers before the body.")
    var include = false

    @Flag(help: "Print no body.")
    var silent = false

    @Option(
        name: [.customShort("q"), .long],
        help: ArgumentHelp(
            "Print what this jq program makes of the body, strings without quotes. An error's body goes to stderr.",
            valueName: "program"))
    var jq: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the body to a file once it is complete, or to stdout for -. An error leaves the file alone.",
            valueName: "file"),
        completion: .file())
    var output: String?

    var options: OutputOptions {
        OutputOptions(include: include, silent: silent, jq: jq, output: output)
    }
}
