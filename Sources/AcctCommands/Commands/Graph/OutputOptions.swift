import ArgumentParser

/// What becomes of the answer.
struct OutputOptions: Equatable {
    var include = false
    var silent = false
    /// A program.
    var jq: String?
    /// A file, or - for stdout.
    var output: String?

    var isGiven: Bool { include || silent || jq != nil || output != nil }

    /// Whether people read it where it is printed.
    var isForReading: Bool { !silent && (output == nil || output == "-") }

    func check() throws(ValidationError) {
        if silent, jq != nil || output != nil {
            throw ValidationError("--silent prints no body: it goes with neither --jq nor --output.")
        }
    }

    /// - Throws: `JQError` and `OutputFileError` for what cannot work, before anything is sent.
    func printer(to output: Output) throws -> GraphPrinter {
        GraphPrinter(
            output: output, includesHead: include, isSilent: silent, program: try jq.map { try JQProgram($0) },
            file: try self.output.flatMap { $0 == "-" ? nil : try OutputFile($0) })
    }
}
