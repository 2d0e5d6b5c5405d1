import Foundation
import Synchronization

/// The way of an answer to the person: straight to stdout, or through their pager, which starts with the first byte.
///
/// While the pager has the terminal nothing else may be written there; what there is to say waits until it has ended.
final class AnswerStream: Sendable {
    private enum Way {
        case straight
        case wanted(PagerCommand)
        case paged(Pager, PagerCommand)
    }

    private let way = Mutex(Way.straight)
    /// What waits for the end of the pager; nil when none is running.
    private let held = Mutex<Data?>(nil)

    /// From the next byte on.
    func page(through command: PagerCommand) {
        way.withLock { $0 = .wanted(command) }
    }

    var isPaged: Bool { held.withLock { $0 != nil } }

    /// Ends the process when the person has left the pager: they have seen enough, which is no failure.
    func write(_ bytes: Data) {
        way.withLock { way in
            if case .wanted(let command) = way, !bytes.isEmpty { way = start(command) }
            guard case .paged(let pager, let command) = way else { return StandardStream.output.write(bytes) }
            guard let ending = pager.write(bytes) else { return }
            if ending == .left { _exit(0) }
            way = .straight
            release(ending, command)
        }
    }

    /// Waits for the person to leave the pager, if there is one. Nothing is paged after that.
    func end() {
        way.withLock { way in
            if case .paged(let pager, let command) = way { release(pager.finish(), command) }
            way = .straight
        }
    }

    /// - Returns: false when nothing is in the way of saying it now.
    func holdsBack(_ words: Data) -> Bool {
        held.withLock { held in
            held?.append(words)
            return held != nil
        }
    }

    private func start(_ command: PagerCommand) -> Way {
        guard let pager = Pager(command, onQuit: { _exit(0) }) else {
            complain(of: command)
            return .straight
        }
        held.withLock { $0 = Data() }
        return .paged(pager, command)
    }

    private func release(_ ending: Pager.Ending, _ command: PagerCommand) {
        if case .neverRan(let bytes) = ending {
            complain(of: command)
            StandardStream.output.write(bytes)
        }
        held.withLock { held in
            StandardStream.error.write(held ?? Data())
            held = nil
        }
    }

    private func complain(of command: PagerCommand) {
        StandardStream.error.write(Data((command.complaint.safeForTerminal + "\n").utf8))
    }
}
