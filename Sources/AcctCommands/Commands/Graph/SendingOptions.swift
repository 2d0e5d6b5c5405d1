import ArgumentParser

/// How an answer is come by: from the store or from Graph, and what is waited for.
struct SendingOptions: Equatable {
    var kept = CacheOptions()
    var transfer = TransferOptions()

    /// Refuses what does not go with the request or with pages.
    func check(_ sent: RequestOptions, _ pages: PageOptions) throws(ValidationError) {
        if pages.isGiven, sent.input != nil || sent.resolvedMethod != "GET" {
            throw ValidationError(
                "--paginate, --ndjson, --max-items and --resume-from read: they go with GET, so fields with -X GET, "
                    + "and without --input.")
        }
        try kept.check(method: sent.resolvedMethod, isPaged: pages.isGiven)
        if pages.isGiven, transfer.wait { throw ValidationError("Pages begin no work: give --wait without them.") }
    }
}
