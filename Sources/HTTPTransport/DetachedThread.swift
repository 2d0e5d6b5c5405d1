import Glibc

/// A POSIX thread that is not joined, and to which no signal is delivered.
package enum DetachedThread {
    private final class Work: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// False when the system cannot start another thread.
    package static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        // A thread inherits the signal mask. SIGPIPE matters most: with CURLOPT_NOSIGNAL libcurl leaves it alone, and TLS
        // libraries write to closed sockets.
        var all = sigset_t()
        var before = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        let work = Unmanaged.passRetained(Work(body))
        var thread = pthread_t()
        guard pthread_create(&thread, nil, run, work.toOpaque()) == 0 else {
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { context in
        if let context { Unmanaged<Work>.fromOpaque(context).takeRetainedValue().body() }
        return nil
    }
}
