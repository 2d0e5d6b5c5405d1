import Foundation

/// Takes the draft of a file away when a signal or an exit ends the process before the file is complete.
///
/// There is one draft at a time. What kills at once (SIGKILL, a power cut) leaves it, under a name that begins with
/// `.acct-`: nobody else can tell whether another process is still writing it.
enum DraftRemoval {
    private static let ending = [SIGINT, SIGTERM, SIGHUP]

    /// Begins to watch for the end; to be called before others watch the same signals, which then come back to this.
    static func prepare() { _ = watching }

    private static let watching: Void = {
        atexit(removeDraft)
        for number in ending {
            let before = signal(number, removeDraftAndEnd)
            // A signal that is ignored, such as under `nohup`, stays so.
            if before.isIgnoring { signal(number, SIG_IGN) }
        }
    }()

    /// - Parameter path: of a file that is about to be created.
    static func begins(_ path: String) {
        // Never freed: a handler may be reading it.
        draft = strdup(path)
    }

    static func ends() { draft = nil }

    /// For an end of the process that runs no exit handlers.
    static func now() { removeDraft() }
}

extension Optional<@convention(c) (Int32) -> Void> {
    /// Whether it is `SIG_IGN`, which is a number and no function.
    var isIgnoring: Bool { unsafeBitCast(self, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) }
}

/// For the handler, which can capture nothing. A plain pointer, so reading it runs no initializer.
nonisolated(unsafe) private var draft: UnsafeMutablePointer<CChar>?

private func removeDraft() {
    if let draft { unlink(draft) }
}

/// Only what signal-safety(7) allows.
private func removeDraftAndEnd(_ number: Int32) {
    removeDraft()
    signal(number, SIG_DFL)
    // Held back until this returns.
    raise(number)
}
