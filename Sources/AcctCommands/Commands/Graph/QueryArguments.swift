import ArgumentParser
import MicrosoftGraph

/// The OData options, which nobody has to write with a `$` that the shell would take.
struct QueryArguments: ParsableArguments {
    @Option(help: ArgumentHelp("The properties to fetch, with commas between.", valueName: "names"))
    var select: [String] = []

    @Option(help: ArgumentHelp("Which items, such as “startsWith(mail,'a')”.", valueName: "expression"))
    var filter: String?

    @Option(help: ArgumentHelp("How many items a page has at most.", valueName: "number"))
    var top: Int?

    @Option(help: ArgumentHelp("The order, such as “displayName desc”.", valueName: "properties"))
    var orderby: [String] = []

    @Option(help: ArgumentHelp("Related resources to fetch with each item.", valueName: "names"))
    var expand: [String] = []

    @Option(
        help: ArgumentHelp(
            "Words to look for; put into quotes unless it has them. Sent with ConsistencyLevel: eventual.",
            valueName: "text"))
    var search: String?

    @Flag(help: "Ask for the number of all items. Sent with ConsistencyLevel: eventual.")
    var count = false

    var query: ODataQuery {
        ODataQuery(
            select: select, filter: filter, top: top, orderBy: orderby, expand: expand, search: search, count: count)
    }
}

extension ODataQuery {
    func check() throws(ValidationError) {
        if let top, top < 1 { throw ValidationError("--top takes a number from 1.") }
    }
}
