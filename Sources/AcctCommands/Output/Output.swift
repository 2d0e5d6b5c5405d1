import AccountProfiles
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// The output of a command: data to stdout, everything else to stderr.
struct Output: Sendable {
    let terminal: Terminal
    let isQuiet: Bool
    /// The profile that notes are about, for one of several profiles in a command; nil where the command has one.
    var subject: ProfileName?
    private let standardOutput = PageableOutput()
    /// Nil for a line on a terminal.
    private let progressFormat: ProgressFormat?
    private let progressLines: ProgressLines

    /// - Parameter progress: nil to show progress on a terminal.
    init(terminal: Terminal, isQuiet: Bool, progress: ProgressFormat? = nil) {
        self.terminal = terminal
        self.isQuiet = isQuiet
        progressFormat = progress
        progressLines = ProgressLines(every: progress == .json ? .seconds(1) : .milliseconds(100))
    }

    /// The output of this process outside of a command.
    static var standard: Output { Output(terminal: Terminal(environment: .process), isQuiet: false) }

    /// Prints the data of a command, as JSON or as text.
    func print(_ value: some CommandOutput, asJSON: Bool) throws {
        if asJSON {
            try printJSON(value)
        } else if terminal.outputIsTerminal || terminal.colorsOutput, let text = value.styledText(for: terminal) {
            standardOutput.write(text + "\n")
        } else {
            let text = value.text(for: terminal)
            if !text.isEmpty { line(text) }
        }
    }

    /// Prints data that only `--json` asks for.
    func printJSON(_ value: some Encodable) throws {
        line(try JSONText.of(value, pretty: terminal.outputIsTerminal))
    }

    /// Prints one line of data.
    func line(_ text: String) {
        write(text + "\n")
    }

    /// Prints bytes of data unchanged; on a terminal without control characters.
    func write(_ bytes: Data) {
        guard terminal.outputIsTerminal else { return StandardStream.output.write(bytes) }
        write(String(decoding: bytes, as: UTF8.self))
    }

    /// Prints a JSON document for reading: indented, and coloured if the terminal shows colours.
    func show(_ json: Data) {
        // Control characters are replaced before the colours, which are control sequences, come in.
        let text = terminal.outputIsTerminal ? Data(String(decoding: json, as: UTF8.self).safeForTerminal.utf8) : json
        standardOutput.write(IndentedJSON.of(text, colored: terminal.colorsOutput))
    }

    /// Prints the body of an error to stderr; on a terminal indented, and without control characters.
    func writeToError(_ bytes: Data) {
        guard terminal.errorIsTerminal else { return StandardStream.error.write(bytes) }
        let text = String(decoding: bytes, as: UTF8.self).safeForTerminal
        guard GraphPage(bytes) != nil else { return writeMessage(text) }
        let indented = IndentedJSON.of(Data(text.utf8), colored: terminal.colorsError)
        writeMessage(String(decoding: indented, as: UTF8.self) + "\n")
    }

    /// Prints a message that the person may want to see. `--quiet` leaves it out.
    ///
    /// - Parameter text: one line. A line end in it, which only a server's or a file's text can bring, becomes a space.
    func note(_ text: String) { note(Remark(text)) }

    func note(_ text: String, command: SuggestedCommand) { note(Remark(text, command: command)) }

    func note(_ remark: Remark) {
        if !isQuiet { writeMessage(wrapped(remark.about(subject)) + "\n") }
    }

    func note(lines: [String]) {
        if !isQuiet { writeMessage(lines.map { wrapped(Remark($0)) + "\n" }.joined()) }
    }

    /// Shows the progress of long work: one line that the next overwrites, on a terminal only.
    func progress(_ text: String) {
        guard progressFormat == nil, terminal.errorIsTerminal, !isQuiet, !isPaged else { return }
        StandardStream.showProgress(text.safeLine)
    }

    /// Removes the line of progress, if one is shown.
    func clearProgress() {
        if !isPaged { StandardStream.clearProgress() }
    }

    /// Shows the progress of long work: on a terminal as a line, and with `--progress json` as lines of JSON for programs.
    func progress(_ progress: Progress) {
        guard progressLines.takesNext() else { return }
        if progressFormat == .json { writeMessage(progress.json + "\n") } else { self.progress(progress.line) }
    }

    /// Removes the line of work that is done, and tells programs of its end.
    func end(_ progress: Progress) {
        if progressFormat == .json { writeMessage(progress.completed.json + "\n") } else { clearProgress() }
    }

    /// Prints text that the person must see, such as a code to type. A server's text in it is checked, or a `safeLine`.
    func prompt(_ text: String) {
        let lines = text.safeForTerminal.split(separator: "\n", omittingEmptySubsequences: false).map { line in
            // A question ends with a space, after which the answer is typed.
            let question = line.drop { $0 == " " }.isEmpty ? line : line.dropLast(line.hasSuffix(" ") ? 1 : 0)
            return wrapped(Remark(String(question))) + line.dropFirst(question.count)
        }
        writeMessage(lines.joined(separator: "\n"))
    }

    func prompt(_ remark: Remark) { writeMessage(wrapped(remark) + "\n") }

    func report(_ failure: Failure, asJSON: Bool) {
        let label = (terminal.colorsError ? TextStyle.red : .plain).applied(to: "acct:") + " "
        // A word that was typed can be a whole file.
        let message = failure.message.count > 4000 ? failure.message.prefix(4000) + "…" : failure.message
        // The words that lead to the command stand in front of it.
        var remarks = failure.remarks
        if let leadIn = failure.leadIn, !remarks.isEmpty { remarks.append(Remark(leadIn)) }
        let leadIn = remarks.isEmpty ? failure.leadIn.map { " \($0)" } ?? "" : ""
        var text = label + wrapped(Remark(message + leadIn), after: "acct: ".count) + "\n"
        text += remarks.map { wrapped(Remark("  \($0.text)", command: $0.command)) + "\n" }.joined()
        if let command = failure.command { text += "  Run: \(command.text.safeLine)\n" }
        if asJSON { text += (terminal.errorIsTerminal ? failure.json.safeForTerminal : failure.json) + "\n" }
        writeMessage(text)
    }

    /// A message with its line ends between words where stderr is a terminal, which would have them anywhere.
    ///
    /// - Parameter taken: the columns that are taken on the first line.
    private func wrapped(_ message: Remark, after taken: Int = 0) -> String {
        guard let columns = terminal.errorColumns else { return message.line.safeLine }
        return message.text.safeLine.wrappedMessage(to: columns, after: taken, command: message.command?.text.safeLine)
    }

    private func write(_ text: String) {
        standardOutput.write(terminal.outputIsTerminal ? text.safeForTerminal : text)
    }

    /// Writes to stderr, once no pager has the terminal.
    private func writeMessage(_ text: String) {
        let message = Data(text.utf8)
        if !terminal.errorIsTerminal || !standardOutput.hold(message) { StandardStream.error.write(message) }
    }
}

extension Output {
    /// Sends data through a pager from here on, as soon as there is some.
    func page(through command: PagerCommand) { standardOutput.page(through: command) }

    /// Whether a pager has the terminal.
    var isPaged: Bool { standardOutput.isPaged }

    /// Waits until the person quits the pager, if there is one.
    func end() { standardOutput.end() }
}
