import Foundation

/// Where a command's words go: the answer to stdout, everything else to stderr.
struct Output: Sendable {
    let terminal: Terminal
    let isQuiet: Bool
    private let answers = AnswerStream()

    /// The answer, in the one form that was asked for.
    func answer(_ value: some Answer, asJSON: Bool) throws {
        if asJSON {
            line(try JSONText.of(value, pretty: terminal.outputIsTerminal))
        } else {
            let text = value.text(for: terminal)
            if !text.isEmpty { line(text) }
        }
    }

    /// One line of the answer.
    func line(_ text: String) {
        write(text + "\n")
    }

    /// Bytes of the answer, as they are; on a terminal without what could steer it.
    func write(_ bytes: Data) {
        guard terminal.outputIsTerminal else { return StandardStream.output.write(bytes) }
        write(String(decoding: bytes, as: UTF8.self))
    }

    /// A JSON document for reading: indented, and coloured where that is wanted.
    ///
    /// What could steer a terminal is taken out before the colours come in.
    func show(_ json: Data) {
        let text = terminal.outputIsTerminal ? Data(String(decoding: json, as: UTF8.self).safeForTerminal.utf8) : json
        answers.write(IndentedJSON.of(text, colored: terminal.colorsOutput))
    }

    /// Bytes of an answer that is not the one asked for; a terminal is safe from them.
    func writeToError(_ bytes: Data) {
        guard terminal.errorIsTerminal else { return StandardStream.error.write(bytes) }
        say(String(decoding: bytes, as: UTF8.self).safeForTerminal)
    }

    /// Something the person may want to know; `--quiet` leaves it out.
    func note(_ text: String) {
        if !isQuiet { say(text.safeForTerminal + "\n") }
    }

    /// How far long work has come: one line that is written over, on a terminal only. Empty text takes it away.
    func progress(_ text: String) {
        guard terminal.errorIsTerminal, !isQuiet, !isPaged else { return }
        StandardStream.showProgress(text.safeLine)
    }

    /// Something the person must see, such as a code to type.
    func prompt(_ text: String) {
        say(text.safeForTerminal)
    }

    func report(_ failure: Failure, asJSON: Bool) {
        let label = terminal.colorsError ? "\u{1B}[31macct:\u{1B}[0m " : "acct: "
        var text = label + failure.message.safeForTerminal + "\n"
        if let command = failure.command { text += "  Run: \(command.safeForTerminal)\n" }
        if asJSON { text += failure.json + "\n" }
        say(text)
    }

    private func write(_ text: String) {
        answers.write(terminal.outputIsTerminal ? text.safeForTerminal : text)
    }

    /// To stderr, as soon as no pager has the terminal.
    private func say(_ text: String) {
        let words = Data(text.utf8)
        if !terminal.errorIsTerminal || !answers.holdsBack(words) { StandardStream.error.write(words) }
    }
}

extension Output {
    /// From here on the answer goes through a pager, as soon as there is some of it.
    func page(through command: PagerCommand) { answers.page(through: command) }

    /// Whether a pager has the terminal.
    var isPaged: Bool { answers.isPaged }

    /// Waits until the person has left the pager, if there is one.
    func end() { answers.end() }
}

/// Data that a command prints, as JSON by its fields or as text.
protocol Answer: Encodable {
    /// What people read; on a terminal it may be a table.
    func text(for terminal: Terminal) -> String
}

extension Array: Answer where Element: Row {
    func text(for terminal: Terminal) -> String {
        terminal.outputIsTerminal
            ? Table.text(header: Element.header, rows: map(\.shown)) : Table.plain(rows: map(\.cells))
    }
}

/// One entry of a list.
protocol Row: Encodable {
    static var header: [String] { get }
    var cells: [String] { get }
    /// What people see of the cells; the same, unless there is something that reads better.
    var shown: [String] { get }
}

extension Row {
    var shown: [String] { cells }
}
