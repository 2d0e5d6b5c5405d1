import ArgumentParser

/// `PageOptions` as they are typed.
struct PageArguments: ParsableArguments {
    @Flag(help: "Fetch every page and print one document with all items.")
    var paginate = false

    @Flag(help: "Fetch every page and print one item a line, as it arrives.")
    var ndjson = false

    @Option(
        help: ArgumentHelp("Fetch pages until there are so many items, and print no more.", valueName: "number"))
    var maxItems: Int?

    @Option(
        help: ArgumentHelp(
            "Begin at the link that a run named when it ended early, or at a delta link; the path says for what.",
            valueName: "link"))
    var resumeFrom: String?

    var options: PageOptions {
        PageOptions(paginate: paginate, ndjson: ndjson, maxItems: maxItems, resumeFrom: resumeFrom)
    }
}
