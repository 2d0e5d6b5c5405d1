import AccountProfiles
import ArgumentParser
import HTTPTransport

extension CompletionKind {
    /// The names of the profiles, from the store alone: no network, and silence when there is no store.
    static var profileNames: CompletionKind {
        .custom { _, _, _ in ProfileNamesInvocation.names(in: Services()) }
    }
}

/// What the shell asks for when somebody presses Tab where a profile belongs.
struct ProfileNamesInvocation: Request, Equatable {
    var asJSON: Bool { false }

    /// Nil for what the shell completes with something else.
    ///
    /// - Parameter arguments: as the scripts of argument-parser have them: `---completion`, the command, `--`, what is
    ///   completed, and the line that was typed.
    init?(_ arguments: some Collection<String>) {
        let words = Array(arguments)
        guard words.first == "---completion", let end = words.firstIndex(of: "--"), end + 1 < words.count else {
            return nil
        }
        let command = words[1..<end]
        switch words[end + 1] {
        case "--profile", "--profiles", "--account": return
        case "positional@0" where command.count == 1 && ProfileNamesInvocation.takers.contains(words[1]): return
        case "positional@1" where command == ["rule", "add"]: return
        default: return nil
        }
    }

    func run(_ services: Services) throws {
        var names = ProfileNamesInvocation.names(in: services)
        // The script for zsh takes the last line off again, which it would not see if it were empty.
        if services.environment["SAP_SHELL"] == "zsh" { names.append(" ") }
        guard !names.isEmpty else { return }
        services.output.line(names.joined(separator: "\n"))
    }

    fileprivate static func names(in services: Services) -> [String] {
        ((try? services.profiles.profiles()) ?? []).map(\.name.text)
    }

    /// The commands whose first word is a profile.
    private static let takers = ["bind", "consent", "export", "remove", "rename", "sign-in", "sign-out", "use"]
}
