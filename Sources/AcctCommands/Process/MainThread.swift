import Dispatch
import Glibc
import HTTPTransport
import Synchronization

/// The thread that the process began with, as an executor: it runs the tasks that prefer it, one after the other.
///
/// Other tasks run on libdispatch's pool, whose start (threads, a timer, memory) takes as long as reading a token from the
/// store. A command that prefers this thread and waits for nothing never starts the pool.
final class MainThread: TaskExecutor {
    static let shared = MainThread()

    private struct State {
        var isRunning = false
        var jobs: [UnownedJob] = []
    }

    private let state = Mutex(State())
    private let hasJob = DispatchSemaphore(value: 0)

    /// Queues a job for `run`. Before `run`, such as in unit tests, jobs go to the pool.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = state.withLock { state in
            if state.isRunning { state.jobs.append(job) }
            return state.isRunning
        }
        if isTaken { hasJob.signal() } else { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }

    /// Takes over the calling thread for good. A task that `begin` starts ends the process.
    func run(_ begin: () -> Void) -> Never {
        // libdispatch crashes where its pool cannot open files.
        guard let pipe = openPipe() else {
            Output.standard.report(.noOpenFiles, asJSON: false)
            exitNow(Failure.noOpenFiles.kind.exitCode)
        }
        close(pipe.readEnd)
        close(pipe.writeEnd)
        state.withLock { $0.isRunning = true }
        begin()
        while true {
            hasJob.wait()
            state.withLock { $0.jobs.removeFirst() }.runSynchronously(on: asUnownedTaskExecutor())
        }
    }
}
