import ArgumentParser

/// The options for responses out of the store.
struct CacheOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use a stored response that is no older than this: 30s, 10m, 1h or 2d. Responses are stored for each "
                + "account, encrypted, and removed when it signs out.", valueName: "time"),
        transform: { try TimeSpan(option: $0) })
    var cache: TimeSpan?

    @Option(
        help: ArgumentHelp(
            "Use a stored response that is no older than this when the network or Graph is down or a sign-in is required.",
            valueName: "time"),
        transform: { try TimeSpan(option: $0) })
    var staleOk: TimeSpan?

    var isGiven: Bool { cache != nil || staleOk != nil }

    func responses(in services: Services) throws -> CachedResponses? {
        guard isGiven else { return nil }
        return CachedResponses(
            freshFor: cache, usableFor: staleOk, cache: try services.responses, output: services.output,
            clock: services.clock)
    }
}
