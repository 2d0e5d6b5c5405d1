import Glibc
import Synchronization

/// The removal of drafts when a signal or an exit ends the process before their files are complete.
///
/// SIGKILL and a power cut leave a draft, until a later run has completed the file.
enum DraftRemoval {
    private static let paths = Mutex<Set<String>>([])

    /// Begins the watch of signals, once. To be called before other watches of the same signals begin, which then raise them
    /// to this one.
    static func install() { installation }

    private static let installation: Void = {
        atexit { DraftRemoval.run() }
        _ = Signals.watch([SIGINT, SIGTERM, SIGHUP]) { number, watch in
            run()
            watch.end()
            Signals.raise(number)
        }
    }()

    static func add(_ path: String) { _ = paths.withLock { $0.insert(path) } }

    /// Stops the removal of a draft that has become the file, or is to stay.
    static func cancel(_ path: String) { _ = paths.withLock { $0.remove(path) } }

    static func run() {
        paths.withLock { paths in
            for path in paths { unlink(path) }
            paths = []
        }
    }
}
