import CProcess
import Glibc
import Synchronization

/// Ends the process as `exit` does, but for the exit handlers of libraries. Those take time, and another thread may still
/// load a library or work in it.
///
/// Tokens that are on their way to the disk get there first.
func exitNow(_ code: Int32) -> Never {
    DelayedExit.wait()
    DraftRemoval.run()
    fflush(nil)
    _exit(code)
}

/// The memory of this process, which holds tokens in the clear.
enum ProcessMemory {
    /// A crash leaves no core image, and no other program of the same user may attach or read the memory.
    ///
    /// The limit alone is not enough: a core pattern that begins with a pipe ignores it (core(5)). Its hard value stays, so
    /// that a program started from here may raise the soft one again. Not being dumpable ends with `exec`.
    static func protect() {
        _ = cprocess_forbid_dump()
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
        softLimit.store(UInt(limit.rlim_cur), ordering: .relaxed)
        limit.rlim_cur = 0
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// Gives the limit back that the process began with, for a program that takes its place.
    static func endProtection() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = rlim_t(softLimit.load(ordering: .relaxed))
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }

    /// The size of a core image before ``protect()``.
    private static let softLimit = Atomic<UInt>(0)
}
