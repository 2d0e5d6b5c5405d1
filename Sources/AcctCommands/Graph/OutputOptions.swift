import ArgumentParser

/// What becomes of the answer.
struct OutputOptions: ParsableArguments {
    @Flag(name: [.short, .long], help: "Print the status line and the headers before the body.")
    var include = false

    @Flag(help: "Print no body.")
    var silent = false

    func printer(to output: Output) -> GraphPrinter {
        GraphPrinter(output: output, includesHead: include, isSilent: silent)
    }
}
