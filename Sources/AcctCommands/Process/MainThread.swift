import Foundation
import Synchronization

/// The thread that the process began with. It runs the tasks that prefer it, one after the other, and tells of signals.
///
/// Without it tasks run on a pool that libdispatch sets up first: three threads, a timer and memory of their own, which
/// takes as long as reading a token. And while a library is loaded on the side, no other thread can be started: a task
/// that needs none is done by then.
///
/// A task that blocks keeps the others here waiting, and whoever watches for a signal.
final class MainThread: TaskExecutor {
    static let shared = MainThread()

    struct State {
        var isRunning = false
        var jobs: [UnownedJob] = []
        var watches: [Watch] = []
    }

    let state = Mutex(State())
    /// Numbers of signals, and ``MainThread/job``.
    let events = SelfPipe(waits: true)

    /// Before the process has given its thread to this, such as in the tests of a part, tasks run where all others do.
    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let isTaken = state.withLock { state in
            if state.isRunning { state.jobs.append(job) }
            return state.isRunning
        }
        if isTaken { events?.post(MainThread.job) } else { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
    }

    /// Takes over the calling thread for good; a task that `begin` starts ends the process.
    func run(_ begin: () -> Void) -> Never {
        guard let events else {
            Services().output.report(.noOpenFiles, asJSON: false)
            ProcessEnd.now(Failure.noOpenFiles.kind.exitCode)
        }
        state.withLock { $0.isRunning = true }
        begin()
        while true {
            switch events.next() {
            case nil: continue
            case MainThread.job?: runJobs()
            case let number?: tell(of: Int32(number))
            }
        }
    }

    private func runJobs() {
        while let job = state.withLock({ $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }) {
            job.runSynchronously(on: asUnownedTaskExecutor())
        }
    }

    private static let job: UInt8 = 0
}
