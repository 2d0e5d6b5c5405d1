import ArgumentParser

/// The options for what is printed of a response, and where.
struct OutputOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print the status line and the headers before the body.")
    var include = false

    @Flag(help: "Print no body.")
    var silent = false

    @Option(
        name: [.customShort("q"), .long],
        help: ArgumentHelp(
            "Print the results of this jq program for the body, strings without quotes. An error's body goes to stderr.",
            valueName: "program"))
    var jq: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the body to a file once it is complete, or to stdout for -. On an error the file is unchanged.",
            valueName: "file"),
        completion: .file())
    var output: String?

    var isGiven: Bool { include || silent || jq != nil || output != nil }

    /// Whether the body goes to stdout, where people may read it.
    var isForReading: Bool { !silent && (output == nil || output == "-") }

    func validate() throws {
        if silent, jq != nil || output != nil {
            throw ValidationError("--silent prints no body: leave out --jq and --output.")
        }
    }

    /// - Throws: `JQError` and `OutputFileError` for what cannot work, before anything is sent.
    func printer(to output: Output) throws -> GraphPrinter {
        GraphPrinter(
            output: output, includesHead: include, isSilent: silent, program: try jq.map { try JQProgram($0) },
            file: try self.output.flatMap { $0 == "-" ? nil : try OutputFile($0) })
    }
}
