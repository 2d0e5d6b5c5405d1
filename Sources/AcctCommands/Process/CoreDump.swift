import Foundation

/// The memory image that the system writes when a program crashes.
enum CoreDump {
    /// A crash leaves no image: it would hold tokens in the clear. Only the soft limit is lowered, so that a program
    /// started from here may raise it again.
    static func forbid() {
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit) == 0 else { return }
        limit.rlim_cur = 0
        _ = setrlimit(__rlimit_resource_t(RLIMIT_CORE.rawValue), &limit)
    }
}
