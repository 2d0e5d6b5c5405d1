/// Runs tasks on the loop thread, between two looks at the transfers (SE-0417).
///
/// No job is lost: before the thread has begun and after it has ended they run where tasks run by default.
final class LoopExecutor: TaskExecutor {
    private let inbox: LoopInbox

    init(_ inbox: LoopInbox) {
        self.inbox = inbox
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        if !inbox.post(job) { LoopExecutor.passOn(job) }
    }

    /// Runs what has been enqueued until now, and what that enqueues in its turn: a page is several jobs.
    ///
    /// - Returns: whether there was something.
    func runJobs() -> Bool {
        // Tasks without end must not keep the transfers waiting.
        for round in 0..<LoopExecutor.mostRounds {
            let jobs = inbox.takeJobs()
            guard !jobs.isEmpty else { return round > 0 }
            for job in jobs { job.runSynchronously(on: asUnownedTaskExecutor()) }
        }
        return true
    }

    static func passOn(_ job: UnownedJob) {
        globalConcurrentExecutor.enqueue(ExecutorJob(job))
    }

    private static let mostRounds = 32
}
