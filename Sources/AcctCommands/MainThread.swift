import Dispatch
import Synchronization

/// Runs tasks on the thread that the process began with, one after the other.
///
/// Without it they run on a pool that libdispatch sets up first: three threads, a timer and memory of their own, which
/// takes as long as reading a token. And while a library is loaded on the side, no other thread can be started: a task
/// that needs none is done by then.
///
/// A task that blocks keeps the others here waiting, so what has to stay interruptible runs in a `Task` of its own.
final class MainThread: TaskExecutor {
    private let jobs = Mutex<[UnownedJob]>([])
    private let arrivals = DispatchSemaphore(value: 0)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        jobs.withLock { $0.append(job) }
        arrivals.signal()
    }

    /// Runs `body`, which ends the process.
    static func run(_ body: @escaping @Sendable () async -> Never) -> Never {
        let thread = MainThread()
        Task(executorPreference: thread) { await body() }
        while true {
            thread.arrivals.wait()
            let job = thread.jobs.withLock { $0.removeFirst() }
            job.runSynchronously(on: thread.asUnownedTaskExecutor())
        }
    }
}
