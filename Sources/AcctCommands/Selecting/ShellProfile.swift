import AccountProfiles
import Foundation
import HTTPTransport

/// The profile of one shell, kept in its variables. Only the shell can set those: it runs the line that is printed.
struct ShellProfile {
    private let services: Services
    private let shell: Shell

    /// - Throws: `Failure` where the line would end up on a screen instead of in a shell.
    init(_ services: Services) throws {
        let name =
            services.environment["ACCT_SHELL"]
            ?? services.environment["SHELL"]?.split(separator: "/").last.map(String.init)
        let shell = name.flatMap(Shell.init(rawValue:)) ?? .bash
        guard !services.terminal.outputIsTerminal else {
            throw Failure(
                .usage,
                "This shell does not take its profile from acct yet. Run this, and add it to its start-up file:",
                command: shell.initCommand)
        }
        self.services = services
        self.shell = shell
    }

    /// - Parameter name: of a profile, or `-` for what this shell used before, which may be the current profile.
    func use(_ name: String) throws {
        // What is no name cannot be gone back to, and no shell is made to read it.
        let before = services.environment["ACCT_PROFILE"].flatMap { try? ProfileName($0) }?.text ?? ""
        let wanted = name == "-" ? services.environment["ACCT_PREVIOUS_PROFILE"] ?? "" : name
        guard !wanted.isEmpty else {
            // Nothing was used before the one that is used now.
            let current = try services.profiles.current()?.text ?? "none"
            services.output.note("This shell uses the current profile again (\(current)).")
            return print(shell.unset("ACCT_PROFILE"), before)
        }
        let profile = try services.profiles.profile(named: wanted)
        services.output.note("Now using \(profile.name) (\(profile.username)) in this shell.")
        print(shell.export("ACCT_PROFILE", profile.name.text), before)
    }

    private func print(_ line: String, _ before: String) {
        services.output.line("\(line); \(shell.export("ACCT_PREVIOUS_PROFILE", before))")
    }
}
