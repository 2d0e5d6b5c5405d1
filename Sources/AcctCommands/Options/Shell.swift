import ArgumentParser

/// A shell that `acct` prints scripts for.
enum Shell: String, ExpressibleByArgument, CaseIterable {
    case bash, zsh, fish

    /// The command that lets `acct` set variables of a running shell.
    var initCommand: SuggestedCommand {
        switch self {
        case .bash, .zsh: "eval \"$(acct shell-init \(rawValue))\""
        case .fish: "acct shell-init fish | source"
        }
    }

    /// A line that sets an exported variable, and may be followed by others after a semicolon.
    func export(_ name: String, _ value: String) -> String {
        switch self {
        case .bash, .zsh: "export \(name)=\(value.asShellWord)"
        case .fish: "set -gx \(name) \(value.asShellWord)"
        }
    }

    func unset(_ name: String) -> String {
        switch self {
        case .bash, .zsh: "unset \(name)"
        case .fish: "set -e \(name)"
        }
    }
}
