extension CurlHTTPClient {
    /// Starts the thread of all transfers, which begins to load libcurl and what it needs, so that a first request that is
    /// certain to come waits for less. Until that is done no other thread of the process can start (dlopen(3)), so it pays
    /// where what comes meanwhile needs none.
    ///
    /// Nobody is told of a failure: the request tells.
    public func prepare() {
        try? loop.launch()
    }

    /// The thread of all transfers, for whoever takes one answer after another and would be woken for each: what was asked
    /// for behind an answer leaves, then the answer is looked at, then libcurl is looked at again.
    ///
    /// Nothing arrives while a task here computes or blocks, so it should neither compute long nor wait for people. Time
    /// that it takes counts towards no limit of a request but that of connecting. Before the thread was started, and after
    /// libcurl has failed, tasks run where they would have run without it.
    public var transferThread: any TaskExecutor { loop.executor }
}
