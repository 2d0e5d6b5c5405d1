import Glibc

/// Ends the process as `exit` does, but for the exit handlers of libraries. Those take time, and another thread may still
/// load a library or work in it.
func exitNow(_ code: Int32) -> Never {
    OutputFile.removeDraft()
    fflush(nil)
    _exit(code)
}

/// The memory image that the system writes when a program crashes.
enum CoreDump {
    /// A crash leaves no image: it would hold tokens in the clear. The hard limit stays, so that a program started from
    /// here may raise the soft one again.
    static func forbid() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = 0
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
