import ArgumentParser
import MicrosoftGraph

/// The options for how much of a collection is fetched, and in which form it is printed.
struct PageOptions: ParsableArguments {
    @Flag(help: "Fetch every page and print one document with all items.")
    var paginate = false

    @Flag(help: "Fetch every page and print one item a line, as it arrives.")
    var ndjson = false

    @Flag(help: "Fetch every page and print an array of the pages, each as received.")
    var slurp = false

    @Option(
        help: ArgumentHelp(
            "Print the items as a table, csv or tsv, with the columns of --select or else of the first page. Without "
                + "--paginate it is the first page.", valueName: "form"))
    var format: TableFormat?

    @Option(help: ArgumentHelp("Fetch pages until there are this many items, and print no more.", valueName: "number"))
    var maxItems: Int?

    @Option(
        help: ArgumentHelp(
            "Begin at the link that a run named when it ended early, or at a delta link; PATH names the collection.",
            valueName: "link"))
    var resumeFrom: String?

    @Option(
        help: ArgumentHelp(
            "With a delta function such as /users/delta: print everything at first, and with each further run what has "
                + "changed since the one before. The file holds the link, and is written when a run is complete.",
            valueName: "file"),
        completion: .file())
    var deltaFile: String?

    var isGiven: Bool { fetchesAll || format != nil }

    /// Whether more than the first page is fetched.
    var fetchesAll: Bool {
        paginate || ndjson || slurp || maxItems != nil || resumeFrom != nil || deltaFile != nil
    }

    /// The first option that is given; empty where none is.
    var typedOption: String {
        let options = [
            ("--paginate", paginate), ("--ndjson", ndjson), ("--slurp", slurp), ("--format", format != nil),
            ("--max-items", maxItems != nil), ("--resume-from", resumeFrom != nil), ("--delta-file", deltaFile != nil),
        ]
        return options.first { $0.1 }?.0 ?? ""
    }

    func validate() throws {
        if let maxItems, maxItems < 1 { throw ValidationError("--max-items takes a number of 1 or more.") }
        let forms = [ndjson ? "--ndjson" : nil, slurp ? "--slurp" : nil, format == nil ? nil : "--format"]
            .compactMap(\.self)
        if forms.count > 1 { throw ValidationError("Give only one of \(forms.joined(separator: " and ")).") }
        if let resumeFrom, !resumeFrom.contains("://") {
            throw ValidationError("--resume-from takes the whole link that a run named, with https://.")
        }
        if deltaFile == "-" {
            throw ValidationError("--delta-file takes a file, which holds the link for the next run.")
        }
        if slurp, maxItems != nil || PagePosition(resumeFrom ?? "").itemsBefore > 0 {
            throw ValidationError("--slurp prints whole pages: leave out --max-items and a link that ends in #item=.")
        }
    }

    /// Refuses a link to another collection than the one that is named, which would print that in its place.
    ///
    /// - Throws: `Failure` of kind `usage`.
    func requireLink(to request: GraphRequest) throws {
        guard let link = resumeFrom.map({ ResourcePath(PagePosition($0).link) }) else { return }
        let path = ResourcePath(request.path)
        guard link.mayContinue(path) else { throw Failure.otherCollection(link.text, than: path.text) }
    }

    /// - Parameter columns: the properties that the request selects; empty for all.
    func formatter(columns: [String], terminal: Terminal) -> any CollectionFormatter {
        if let format {
            return ItemTable(format, columns: columns, width: terminal.outputIsTerminal ? terminal.outputColumns : nil)
        }
        if ndjson { return ItemLines() }
        return slurp ? PageArray() : JoinedPages()
    }
}
