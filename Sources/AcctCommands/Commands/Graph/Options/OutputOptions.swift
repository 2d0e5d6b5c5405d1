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

    @Flag(
        name: [.customShort("O"), .long],
        help: "Write the body to a file in this folder that has the name that the server gives it.")
    var remoteName = false

    @Flag(help: "With --remote-name, replace a file of that name.")
    var force = false

    @Option(
        name: [.customShort("D"), .long],
        help: ArgumentHelp("Write the status line and the headers to a file.", valueName: "file"), completion: .file())
    var dumpHeader: String?

    @Option(
        help: ArgumentHelp(
            "Write the number of the status to a file, whatever it is; 000 without a response.", valueName: "file"),
        completion: .file())
    var writeStatus: String?

    /// Whether an option is given that only a single response has.
    var isForOneResponse: Bool { include || remoteName || dumpHeader != nil || writeStatus != nil }

    /// Whether the body goes to stdout, where people may read it.
    var isForReading: Bool { !silent && !remoteName && (output == nil || output == "-") }

    func validate() throws {
        if remoteName, silent || jq != nil || output != nil {
            throw ValidationError("--remote-name writes the body to a file: leave out --silent, --jq and --output.")
        }
        if dumpHeader == "-" || writeStatus == "-" {
            throw ValidationError(
                "--dump-header and --write-status take a file; to see the head on stdout, use --include.")
        }
        if force, !remoteName { throw ValidationError("--force needs --remote-name.") }
        if silent, jq != nil || output != nil {
            throw ValidationError("--silent prints no body: leave out --jq or --output.")
        }
    }

    /// Refuses a file that would be written twice.
    ///
    /// - Parameter other: the file of another option.
    func requireDistinctFiles(and other: String?) throws {
        let files = [output, dumpHeader, writeStatus, other].compactMap(\.self).filter { !$0.hasPrefix("/dev/") }
        var seen: Set<String> = []
        // One file can be written in several ways: `out`, `./out`, or a link to it.
        for file in files where !seen.insert(ResolvedPath.evenIfMissing(file) ?? file).inserted {
            throw ValidationError("\(file) is the file of two options: give each its own.")
        }
    }

    /// - Throws: `JQError` and `OutputFileError` for what cannot work, before anything is sent.
    func printer(to output: Output) throws -> GraphPrinter {
        GraphPrinter(
            output: output, includesHead: include, isSilent: silent, program: try jq.map { try JQProgram($0) },
            file: try self.output.flatMap { $0 == "-" ? nil : try OutputFile($0) },
            headFiles: HeadFiles(
                head: try dumpHeader.map { try OutputFile($0) }, status: try writeStatus.map { try OutputFile($0) }),
            serverName: remoteName ? ServerFileName(replaces: force) : nil)
    }
}
