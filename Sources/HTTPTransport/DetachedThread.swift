#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A thread that nobody waits for and that no signal is delivered to.
enum DetachedThread {
    private final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// False when the system has no room for another thread.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let job = Unmanaged.passRetained(Job(body))
        guard create(job.toOpaque()) else {
            job.release()
            return false
        }
        return true
    }

    private static func create(_ job: UnsafeMutableRawPointer) -> Bool {
        #if canImport(Darwin)
            var thread: pthread_t?
            guard pthread_create(&thread, nil, entry, job) == 0, let thread else { return false }
        #else
            var thread = pthread_t()
            guard pthread_create(&thread, nil, entry, job) == 0 else { return false }
        #endif
        pthread_detach(thread)
        return true
    }

    #if canImport(Darwin)
        private static let entry: @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = run
    #else
        private static let entry: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { job in
            job.flatMap(run)
        }
    #endif

    private static let run: @Sendable (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer? = { job in
        // SIGPIPE above all: with CURLOPT_NOSIGNAL libcurl leaves it alone, and TLS libraries write to closed sockets.
        var everySignal = sigset_t()
        sigfillset(&everySignal)
        pthread_sigmask(SIG_BLOCK, &everySignal, nil)
        Unmanaged<Job>.fromOpaque(job).takeRetainedValue().body()
        return nil
    }
}
