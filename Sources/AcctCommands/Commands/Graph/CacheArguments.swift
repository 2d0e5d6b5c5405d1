import ArgumentParser

/// `CacheOptions` as they are typed.
struct CacheArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Answer from the store what was answered within this time: 30s, 10m, 1h or 2d. Kept for each account, "
                + "sealed, and gone when it signs out.", valueName: "time"))
    var cache: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Answer from the store what was answered within this time, when the network is down or a sign-in is "
                + "required.", valueName: "time"))
    var staleOk: TimeSpan?

    var options: CacheOptions { CacheOptions(cache: cache, staleOk: staleOk) }
}
