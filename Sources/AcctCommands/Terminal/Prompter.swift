import HTTPTransport

/// A setting that forbids questions and sign-ins.
enum NoInputSetting: String {
    case option = "--no-input"
    case variable = "ACCT_NO_INPUT"

    /// - Returns: nil where the variable is not set, or says no.
    init?(_ environment: Environment) {
        // `true` and `yes` forbid input as `1` does.
        guard let value = environment["ACCT_NO_INPUT"], !["0", "false", "no", "off"].contains(value.lowercased()) else {
            return nil
        }
        self = .variable
    }
}

/// Asks the person at the terminal. Questions go to stderr, so that stdout holds the data of the command alone.
struct Prompter: Sendable {
    let terminal: Terminal
    let output: Output
    /// The setting that forbids questions and sign-ins; nil for none.
    let noInputSetting: NoInputSetting?

    /// False under `--no-input` and `ACCT_NO_INPUT`.
    var allowsInput: Bool { noInputSetting == nil }

    /// Whether a question can be asked: there is a terminal, `--no-input` is not given, and no pager has the keys.
    var canPrompt: Bool { terminal.isInteractive && allowsInput && !output.isPaged }

    /// Text that was typed before the question is no answer to it, and is discarded.
    ///
    /// - Parameter isDefaultYes: whether an empty line means yes.
    /// - Returns: false also where stdin has ended.
    func confirm(_ question: String, isDefaultYes: Bool = false) -> Bool {
        terminal.discardTypedInput()
        let choices = isDefaultYes ? "Y/n" : "y/N"
        guard let line = line("\(question.safeLine) [\(choices)] ")?.lowercased() else { return false }
        return line == "y" || line == "yes" || (isDefaultYes && line.isEmpty)
    }

    /// Asks for a line of input; nil where stdin has ended.
    func line(_ question: String) -> String? {
        output.prompt(question)
        if let line = readLine() { return line }
        // The next message begins on a line of its own.
        output.prompt("\n")
        return nil
    }

    /// Lets the person choose from a list on the terminal.
    ///
    /// - Parameters:
    ///   - items: the most likely first; at least one.
    ///   - footer: a line below the list.
    /// - Returns: the index of the chosen item.
    /// - Throws: `CancellationError` when the person cancels.
    func choose(_ prompt: String, from items: [PickerItem], footer: String? = nil) throws -> Int {
        terminal.discardTypedInput()
        return try Picker(terminal: terminal, prompt: prompt, footer: footer).choose(from: items)
    }
}
