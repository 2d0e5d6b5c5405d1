import Foundation

/// The end of a process that has done its work.
enum ProcessEnd {
    /// Ends it as `exit` does, but for what libraries have registered to be done at an exit: that takes time for nothing,
    /// and another thread may still be loading one of them or be at work in it.
    static func now(_ code: Int32) -> Never {
        DraftRemoval.now()
        fflush(nil)
        _exit(code)
    }
}
