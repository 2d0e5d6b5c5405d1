extension CurlHTTPClient {
    /// Runs `body` on the thread of all transfers, so that whoever takes one answer after another is not woken for each:
    /// what was asked for behind an answer leaves, then the answer is looked at, then libcurl is looked at again.
    ///
    /// Nothing arrives while `body` computes or blocks, so it should neither compute long nor wait for people. Time that
    /// it takes counts towards no limit of a request but that of connecting. Tasks that are not its children run where
    /// they did; before the first request, and after libcurl has failed, so does `body`.
    public func onTransferThread<Value, Failure>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        try await withTaskExecutorPreference(loop.executor, operation: body)
    }
}
