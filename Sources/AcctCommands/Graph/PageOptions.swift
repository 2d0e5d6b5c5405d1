import ArgumentParser

/// How much of a collection is fetched.
struct PageOptions: ParsableArguments {
    @Flag(help: "Fetch every page and print one document with all items.")
    var paginate = false

    var isGiven: Bool { paginate }
}
