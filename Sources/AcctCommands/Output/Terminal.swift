import Foundation

/// What the three standard streams are connected to.
struct Terminal: Sendable {
    let inputIsTerminal: Bool
    let outputIsTerminal: Bool
    let errorIsTerminal: Bool
    private let environment: [String: String]

    init(environment: [String: String]) {
        self.environment = environment
        inputIsTerminal = isatty(STDIN_FILENO) == 1
        outputIsTerminal = isatty(STDOUT_FILENO) == 1
        errorIsTerminal = isatty(STDERR_FILENO) == 1
    }

    /// Questions are asked on stderr and answered on stdin.
    var somebodyIsThere: Bool { inputIsTerminal && errorIsTerminal }

    var colorsError: Bool { colors(errorIsTerminal) }

    /// no-color.org and bixense.com/clicolors: any value of NO_COLOR turns colours off, CLICOLOR_FORCE turns them on.
    private func colors(_ isTerminal: Bool) -> Bool {
        if let off = environment["NO_COLOR"], !off.isEmpty { return false }
        if let forced = environment["CLICOLOR_FORCE"], !forced.isEmpty, forced != "0" { return true }
        return isTerminal && environment["TERM"] != "dumb" && environment["TERM"] != nil
    }
}
