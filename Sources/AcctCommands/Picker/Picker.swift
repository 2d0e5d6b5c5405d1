import Foundation

/// Lets a person choose one of several things on the terminal, by typing a part of it or with the arrow keys.
///
/// It never touches stdout, which may be a pipe to somebody who waits for the answer.
struct Picker {
    let terminal: Terminal
    let prompt: String

    /// How long the rest of an escape sequence may take to arrive. A person who presses Esc waits this long.
    private static let escapeMilliseconds: Int32 = 50

    private enum Ending {
        case outcome(PickerModel.Outcome)
        case signal(Int32)
        case hangUp
    }

    init(terminal: Terminal, prompt: String) {
        self.terminal = terminal
        self.prompt = prompt
    }

    /// - Parameter items: the best first; at least one.
    /// - Returns: the index of the chosen item.
    /// - Throws: `CancellationError` when the person cancels or the terminal goes away. An interrupt ends the process.
    func choose(from items: [PickerItem]) throws -> Int {
        guard terminal.movesCursor, let raw = RawTerminal() else {
            return try NumberedChoice(prompt: prompt, items: items)
                .choose(asking: NumberedChoice.askOnStandardStreams)
        }
        let ending = run(PickerModel(items), on: raw)
        raw.leave()
        switch ending {
        case .outcome(.chosen(let index)): return index
        case .outcome(.cancelled), .hangUp: throw CancellationError()
        case .outcome(.interrupted): Signals.raise(SIGINT)
        case .signal(let number): Signals.raise(number)
        }
        // Somebody ignores the signal.
        throw CancellationError()
    }

    private func run(_ model: PickerModel, on raw: RawTerminal) -> Ending {
        var (model, parser) = (model, KeyParser())
        let screen = PickerScreen(prompt: prompt, isStyled: terminal.colorsError, columns: PickerColumns(model.rows))
        while true {
            let size = raw.size
            model.height = PickerScreen.rows(in: size)
            raw.write(screen.frame(model, in: size))
            let keys: [Key]
            switch raw.next(within: parser.isUndecided ? Self.escapeMilliseconds : -1) {
            case .bytes(let bytes): keys = parser.keys(in: bytes)
            case .timeout: keys = parser.decide()
            case .hangUp: return .hangUp
            case .signal(let number):
                if let ending = handle(number, on: raw) { return ending }
                continue
            }
            for key in keys {
                if let outcome = model.press(key) { return .outcome(outcome) }
            }
        }
    }

    /// - Returns: nil if it goes on.
    private func handle(_ signal: Int32, on raw: RawTerminal) -> Ending? {
        switch signal {
        case SIGTSTP: return raw.suspend() ? nil : .hangUp
        case SIGCONT: raw.makeRaw()
        case SIGWINCH: break
        default: return .signal(signal)
        }
        return nil
    }
}
