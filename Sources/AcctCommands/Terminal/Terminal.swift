import Glibc
import HTTPTransport

/// The terminals that the standard streams are connected to.
struct Terminal: Sendable {
    let inputIsTerminal: Bool
    let outputIsTerminal: Bool
    let errorIsTerminal: Bool
    private let environment: Environment

    init(environment: Environment) {
        self.environment = environment
        inputIsTerminal = isatty(STDIN_FILENO) == 1
        outputIsTerminal = isatty(STDOUT_FILENO) == 1
        errorIsTerminal = isatty(STDERR_FILENO) == 1
    }

    /// Questions are asked on stderr and answered on stdin.
    var isInteractive: Bool { inputIsTerminal && errorIsTerminal }

    /// Discards what was typed and not read yet, such as the rest of a pasted text.
    func discardTypedInput() {
        if inputIsTerminal { tcflush(STDIN_FILENO, TCIFLUSH) }
    }

    var colorsOutput: Bool { colors(outputIsTerminal) }

    var colorsError: Bool { colors(errorIsTerminal) }

    /// Whether the cursor can be moved and lines be erased.
    var movesCursor: Bool {
        environment["TERM"].map { $0 != "dumb" } ?? false
    }

    /// The columns of a line of stdout: those of the terminal, and 80 where there is none or its size is not known.
    var outputColumns: Int {
        outputIsTerminal ? TerminalSize(of: STDOUT_FILENO)?.columns ?? 80 : 80
    }

    /// The columns of a line of stderr; nil where it is no terminal or its size is not known.
    var errorColumns: Int? {
        errorIsTerminal ? TerminalSize(of: STDERR_FILENO)?.columns : nil
    }

    /// Whether stderr can show a picture of block characters with this width.
    func showsBlocks(columns: Int) -> Bool {
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].lazy.compactMap { environment[$0] }.first ?? ""
        guard environment["TERM"] != "dumb", locale.lowercased().contains("utf") else { return false }
        return errorColumns.map { $0 >= columns } ?? false
    }

    /// no-color.org and bixense.com/clicolors: any value of NO_COLOR turns colours off, CLICOLOR_FORCE turns them on.
    private func colors(_ isTerminal: Bool) -> Bool {
        if environment["NO_COLOR"] != nil { return false }
        if let forced = environment["CLICOLOR_FORCE"], forced != "0" { return true }
        return isTerminal && environment["TERM"] != "dumb" && environment["TERM"] != nil
    }
}
