import CThread

/// A thread that nobody waits for and that no signal is delivered to.
enum DetachedThread {
    private final class Job: Sendable {
        let body: @Sendable () -> Void
        init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    }

    /// False when the system has no room for another thread.
    static func start(_ body: @escaping @Sendable () -> Void) -> Bool {
        let job = Unmanaged.passRetained(Job(body))
        let isStarted = cthread_start({ Unmanaged<Job>.fromOpaque($0).takeRetainedValue().body() }, job.toOpaque())
        if !isStarted { job.release() }
        return isStarted
    }
}
