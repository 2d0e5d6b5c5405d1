import ArgumentParser

/// Answering from what was answered before.
struct CacheOptions: Equatable {
    /// How old an answer may be that is as good as a new one.
    var cache: TimeSpan?
    /// The same where there is no way to a new one.
    var staleOk: TimeSpan?

    var isGiven: Bool { cache != nil || staleOk != nil }

    func check(method: String, isPaged: Bool) throws(ValidationError) {
        guard isGiven else { return }
        if isPaged { throw ValidationError("--cache and --stale-ok keep one answer: they do not go with --paginate.") }
        if method != "GET" {
            throw ValidationError("--cache and --stale-ok go with GET: only answers to reads are kept.")
        }
    }

    func answers(in services: Services) throws -> CachedResponses? {
        guard isGiven else { return nil }
        return CachedResponses(fresh: cache, stale: staleOk, store: try services.responses, output: services.output)
    }
}
