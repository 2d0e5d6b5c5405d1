import ArgumentParser

/// For commands that print data.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON; an error is one JSON object on the last line of stderr.")
    var json = false
}
