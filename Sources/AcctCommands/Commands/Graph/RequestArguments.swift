import ArgumentParser

/// `RequestOptions` as they are typed.
struct RequestArguments: ParsableArguments {
    @Option(name: [.customShort("X"), .long], help: "The method. Else GET, or POST with --input or fields.")
    var method: String?

    @Option(name: [.customShort("H"), .long], help: "A header, as “Name: value”; repeat it for more.")
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with the body, or - for stdin. JSON unless a Content-Type header says otherwise, but for the content of a file (/content, /$value).",
            valueName: "file"),
        completion: .file())
    var input: String?

    @Flag(help: "Use the beta version of Graph, unless the path says it.")
    var beta = false

    @OptionGroup
    var fields: FieldArguments

    @OptionGroup
    var query: QueryArguments

    var options: RequestOptions {
        RequestOptions(
            method: method, headerLines: header, input: input, beta: beta, fields: fields.options, query: query.query)
    }
}
