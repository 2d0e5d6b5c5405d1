import FoundationEssentials
import Glibc
import HTTPTransport

/// The command that a person wants long text shown with.
struct PagerCommand: Equatable {
    /// A line for the shell.
    let text: String
    let environment: [String: String]

    /// `ACCT_PAGER` decides, also by being empty; else `PAGER`. Without either there is no pager.
    ///
    /// - Parameters:
    ///   - outputIsTerminal: a pipe or a file gets the data itself.
    ///   - allowsInput: a pager waits for keys, which `--no-input` forbids.
    init?(in environment: Environment, outputIsTerminal: Bool, allowsInput: Bool) {
        guard outputIsTerminal, allowsInput else { return nil }
        let variables = environment.all
        let chosen = variables["ACCT_PAGER"] ?? variables["PAGER"] ?? ""
        let command = chosen.split(separator: " ").joined(separator: " ")
        guard !command.isEmpty, command != "cat" else { return nil }
        text = chosen
        self.environment = variables.merging(Self.defaults) { own, _ in own }
    }

    /// The options of pagers whose variables are not set: less passes colours on, ends by itself where one screen is
    /// enough, and leaves the text on the screen; lv passes colours on.
    private static let defaults = ["LESS": "FRX", "LV": "-c"]

    /// The sentence for a command that the shell cannot run.
    var complaint: String {
        "The pager \"\(text)\" cannot be run, so the output is shown without it. Set ACCT_PAGER to another command, "
            + "or to cat for no pager."
    }
}

/// A shell that runs a pager, with a pipe to the pager's standard input.
struct PagerProcess {
    let input: Int32
    private let process: ChildProcess

    /// - Returns: nil when the system has no room for another process or pipe.
    init?(_ command: PagerCommand) {
        guard let pipe = openPipe() else { return nil }
        defer { close(pipe.readEnd) }
        // In this process's group, since a program of another group may not read the terminal.
        let process = try? ChildProcess(
            path: "/bin/sh", arguments: ["-c", command.text], environment: command.environment, input: pipe.readEnd,
            isSilent: false, group: .shared)
        guard let process else {
            close(pipe.writeEnd)
            return nil
        }
        (self.process, input) = (process, pipe.writeEnd)
    }

    /// - Returns: the exit code of the pager; 0 when the system no longer knows it.
    func waitForExit() -> Int32 { process.waitForExit() }
}
