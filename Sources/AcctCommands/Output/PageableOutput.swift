import FoundationEssentials
import Synchronization

/// Standard output, directly or through the person's pager, which starts with the first byte.
///
/// While the pager has the terminal nothing else may be written there: messages wait until it has ended.
final class PageableOutput: Sendable {
    private enum Destination {
        case standardOutput
        /// The pager starts with the next byte.
        case pagerToStart(PagerCommand)
        case pager(Pager, PagerCommand)
    }

    private let destination = Mutex(Destination.standardOutput)
    /// Messages that wait for the end of the pager; nil when none is running.
    private let heldMessages = Mutex<Data?>(nil)

    /// Sends everything from the next byte on through a pager.
    func page(through command: PagerCommand) {
        destination.withLock { $0 = .pagerToStart(command) }
    }

    /// Whether a pager has the terminal.
    var isPaged: Bool { heldMessages.withLock { $0 != nil } }

    /// Ends the process when the person has quit the pager: they have seen enough, which is no failure.
    func write(_ bytes: Data) {
        destination.withLock { destination in
            if case .pagerToStart(let command) = destination, !bytes.isEmpty { destination = start(command) }
            guard case .pager(let pager, let command) = destination else { return StandardStream.output.write(bytes) }
            guard let ending = pager.write(bytes) else { return }
            if ending == .quit { exitNow(0) }
            destination = .standardOutput
            release(ending, of: command)
        }
    }

    /// Writes text. Without a pager no `Data` is made of it: at the first use the runtime searches for its
    /// conformances, which every start would pay for.
    func write(_ text: String) {
        let isDirect = destination.withLock { if case .standardOutput = $0 { true } else { false } }
        if isDirect { StandardStream.output.write(text) } else { write(Data(text.utf8)) }
    }

    /// Waits until the person quits the pager, if there is one. What follows is not paged.
    func end() {
        destination.withLock { destination in
            if case .pager(let pager, let command) = destination { release(pager.finish(), of: command) }
            destination = .standardOutput
        }
    }

    /// - Returns: whether the message is held until the pager ends; false when it can be written now.
    func hold(_ message: Data) -> Bool {
        heldMessages.withLock { held in
            held?.append(message)
            return held != nil
        }
    }

    private func start(_ command: PagerCommand) -> Destination {
        // Interrupted work still has to say where it stopped, and ends the process itself.
        guard let pager = Pager(command, onQuit: { if !Interruptible.hasInterrupted { exitNow(0) } }) else {
            complain(of: command)
            return .standardOutput
        }
        heldMessages.withLock { $0 = Data() }
        return .pager(pager, command)
    }

    private func release(_ ending: Pager.Ending, of command: PagerCommand) {
        if case .neverRan(let bytes) = ending {
            complain(of: command)
            StandardStream.output.write(bytes)
        }
        heldMessages.withLock { held in
            StandardStream.error.write(held ?? Data())
            held = nil
        }
    }

    private func complain(of command: PagerCommand) {
        StandardStream.error.write(command.complaint.safeForTerminal + "\n")
    }
}
