import AccountProfiles
import ArgumentParser
import MicrosoftGraph

/// Answering from what was answered before.
struct CacheOptions: ParsableArguments {
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

    var isGiven: Bool { cache != nil || staleOk != nil }

    func check(method: String, isPaged: Bool) throws {
        guard isGiven else { return }
        if isPaged { throw ValidationError("--cache and --stale-ok keep one answer: they do not go with --paginate.") }
        if method != "GET" {
            throw ValidationError("--cache and --stale-ok go with GET: only answers to reads are kept.")
        }
    }

    func answers(in context: Context) throws -> KeptAnswers? {
        guard isGiven else { return nil }
        return KeptAnswers(fresh: cache, stale: staleOk, store: try context.answers(), output: context.output)
    }
}
