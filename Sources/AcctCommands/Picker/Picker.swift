import Glibc
import HTTPTransport

/// A list on the terminal, from which a person chooses by typing a part of a line or with the arrow keys.
///
/// Stdout is never touched: it may be a pipe to a program that waits for the data.
struct Picker {
    let terminal: Terminal
    let prompt: String
    /// A line below the list; nil for none.
    let footer: String?

    /// The longest pause within an escape sequence. A person who presses Esc waits this long.
    private static let escapeMilliseconds: Int32 = 50

    private enum Ending {
        case outcome(PickerModel.Outcome)
        case signal(Int32)
        case hangUp
    }

    init(terminal: Terminal, prompt: String, footer: String? = nil) {
        self.terminal = terminal
        self.prompt = prompt
        self.footer = footer
    }

    /// - Parameter items: at least one, the best first.
    /// - Returns: the index of the chosen item.
    /// - Throws: `CancellationError` when the person cancels or the terminal goes away. An interrupt ends the process.
    func choose(from items: [PickerItem]) throws -> Int {
        guard terminal.movesCursor, let display = PickerDisplay() else {
            return try NumberedChoice(
                prompt: prompt, items: items, footer: footer, columns: terminal.errorColumns ?? Int.max
            )
            .choose(asking: NumberedChoice.askOnStandardStreams)
        }
        let ending = run(PickerModel(items), on: display)
        display.leave()
        switch ending {
        case .outcome(.chosen(let index)): return index
        case .outcome(.cancelled), .hangUp: throw CancellationError()
        case .outcome(.interrupted): Signals.raise(SIGINT)
        case .signal(let number): Signals.raise(number)
        }
        // The signal is ignored.
        throw CancellationError()
    }

    private func run(_ model: PickerModel, on display: PickerDisplay) -> Ending {
        var (model, parser) = (model, KeyParser())
        let screen = PickerScreen(
            prompt: prompt, isStyled: terminal.colorsError, columns: PickerColumns(model.rows), footer: footer)
        while true {
            let size = display.terminal.size
            model.height = screen.rows(in: size)
            display.draw(screen.frame(model, in: size))
            let keys: [Key]
            switch display.terminal.next(within: parser.isUndecided ? Self.escapeMilliseconds : -1) {
            case .bytes(let bytes): keys = parser.keys(in: bytes)
            case .timeout: keys = parser.keysAtTimeout()
            case .hangUp: return .hangUp
            case .signal(let number):
                if let ending = handle(number, on: display) { return ending }
                continue
            }
            for key in keys {
                if let outcome = model.press(key) { return .outcome(outcome) }
            }
        }
    }

    /// - Returns: nil if the picker continues.
    private func handle(_ signal: Int32, on display: PickerDisplay) -> Ending? {
        switch signal {
        case SIGTSTP: return display.suspend() ? nil : .hangUp
        case SIGCONT: display.terminal.makeRaw()
        case SIGWINCH: break
        default: return .signal(signal)
        }
        return nil
    }
}

/// The picker for a terminal whose cursor cannot be moved: a numbered list, and a number or a name typed on a line of its
/// own.
struct NumberedChoice {
    let prompt: String
    private let names: [String]
    private let rows: [PickerRow]
    private let footer: String?
    private let columns: Int

    private static let tries = 3

    /// - Parameter columns: the width of the terminal. An entry is one line, and its reason another where there is no room.
    init(prompt: String, items: [PickerItem], footer: String? = nil, columns: Int = .max) {
        self.columns = columns
        self.prompt = prompt.safeLine
        self.footer = footer?.safeLine
        names = items.map(\.name)
        rows = items.map(PickerRow.init)
    }

    /// - Parameter ask: shows a text and returns the line that is typed; nil at the end of the input.
    /// - Throws: `CancellationError`.
    func choose(asking ask: (String) -> String?) throws -> Int {
        var text = list
        for _ in 0..<Self.tries {
            guard let line = ask(text + question)?.trimmingASCIIWhitespace(), !line.isEmpty else { break }
            if let number = Int(line), rows.indices.contains(number - 1) { return number - 1 }
            if let index = names.firstIndex(of: line) { return index }
            let fitting = Int(line) == nil ? indices(containing: line) : []
            if fitting.count == 1 { return fitting[0] }
            text = "\"\(line.safeLine)\" "
            text +=
                fitting.isEmpty
                ? "is not one of the numbers or names.\n"
                : "fits \(fitting.map { rows[$0].cells[0] }.listed(first: 8)).\n"
        }
        throw CancellationError()
    }

    /// The items whose name contains the words; where no name does, those whose details do.
    private func indices(containing line: String) -> [Int] {
        let words = FoldedText(line).words
        let named = rows.indices.filter { rows[$0].contains(words, inNameOnly: true) }
        return named.isEmpty ? rows.indices.filter { rows[$0].contains(words, inNameOnly: false) } : named
    }

    /// Questions go to stderr and are answered on stdin.
    static func askOnStandardStreams(_ text: String) -> String? {
        StandardStream.error.write(text)
        return readLine()
    }

    var list: String {
        let marks = [String(rows.count).count, 1]
        let indent = marks.reduce(0) { $0 + $1 + PickerColumns.gap }
        let widths = marks + PickerColumns(rows).fitting(columns - indent)
        let lines = rows.enumerated().flatMap { index, row in
            let cells = ["\(index + 1)", row.isCurrent ? "*" : ""] + row.cells
            let padded = zip(cells, widths).filter { $1 > 0 }.map { ClippedLine.clip($0, to: $1).text.padded(to: $1) }
            let whole = (padded + [row.reason]).joined(separator: "  ")
            guard whole.displayWidth > columns else { return [whole] }
            // The state is in the reason, so that has lines of its own where it has no room.
            let reason = row.reason.wrapped(to: max(columns - indent, 1)).beside("", column: indent)
            return ([padded.joined(separator: "  ")] + reason).map { ClippedLine.clip($0, to: columns).text }
        }
        return ([prompt] + lines + [footer].compactMap(\.self)).joined(separator: "\n") + "\n"
    }

    private var question: String { "Number (1-\(rows.count)) or part of a name, Enter to cancel: " }
}
