import ArgumentParser

/// What every command understands.
struct CommonOptions: ParsableArguments {
    @Flag(help: "Never ask a question and never start a sign-in.")
    var noInput = false

    @Flag(name: .shortAndLong, help: "Log requests on stderr, with everything secret left out.")
    var verbose = false

    @Flag(name: .shortAndLong, help: "Say nothing but errors on stderr.")
    var quiet = false
}

extension Context {
    convenience init(_ options: CommonOptions) {
        self.init(allowsInput: !options.noInput, logsRequests: options.verbose, isQuiet: options.quiet)
    }
}
