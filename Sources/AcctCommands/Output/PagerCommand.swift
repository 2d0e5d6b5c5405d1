import HTTPTransport

/// The command that a person wants long text shown with.
struct PagerCommand: Equatable {
    /// As the shell reads it.
    let text: String
    /// What its processes get.
    let environment: [String: String]

    /// `ACCT_PAGER` decides, also by being empty; else `PAGER`, and nobody who has set neither gets one.
    ///
    /// - Parameters:
    ///   - outputIsTerminal: a pipe or a file wants the answer itself.
    ///   - canPrompt: a pager waits for keys, which is as much as asking.
    init?(in environment: Environment, outputIsTerminal: Bool, canPrompt: Bool) {
        guard outputIsTerminal, canPrompt else { return nil }
        let chosen = environment["ACCT_PAGER"] ?? environment["PAGER"] ?? ""
        let command = chosen.split(separator: " ").joined(separator: " ")
        guard !command.isEmpty, command != "cat" else { return nil }
        text = chosen
        self.environment = environment.all.merging(PagerCommand.defaults) { own, _ in own }
    }

    /// For who has not said it otherwise: less passes colours on, ends by itself where one screen is enough, and leaves
    /// the text on the screen; lv passes colours on.
    private static let defaults = ["LESS": "FRX", "LV": "-c"]

    /// What to say when the shell cannot run it.
    var complaint: String {
        "The pager “\(text)” cannot be run, so the answer is shown without it. Set ACCT_PAGER to another command, "
            + "or to cat for none."
    }
}

extension Services {
    /// From here on the answer goes through the pager of the person at the terminal, if they have one.
    func usePager() {
        let command = PagerCommand(in: environment, outputIsTerminal: terminal.outputIsTerminal, canPrompt: allowsInput)
        if let command { output.page(through: command) }
    }
}
