import AccountProfiles
import ArgumentParser
import HTTPTransport
import MicrosoftGraph

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

extension CompletionKind {
    /// Graph's paths, segment by segment, from the built-in table alone.
    static var graphPaths: CompletionKind {
        .custom { _, _, prefix in GraphPaths.completing(prefix) }
    }
}

/// What can follow in a path that is being typed.
enum GraphPaths {
    /// How many segments deep paths are offered; more would be a list that nobody reads.
    private static let depth = 4

    /// Each with what was typed before it, so that a shell takes it for the whole word: `/users/dana/me` is followed by
    /// `/users/dana/messages`, and `me/` by `me/messages`.
    static func completing(_ typed: String) -> [String] {
        let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
        let kept = slash.map { String(typed[...$0]) } ?? ""
        let before = ResourcePath(kept).segments.map { $0.lowercased() }
        guard before.count < depth else { return [] }
        var seen: Set<String> = []
        return PermissionTable.builtIn.paths(upTo: depth).compactMap { path in
            let parts = path.split(separator: "/").map(String.init)
            guard parts.count > before.count, matches(parts, before) else { return nil }
            let next = parts[before.count]
            guard next != "{id}", seen.insert(next).inserted else { return nil }
            return (slash == nil && typed.isEmpty ? "/" : kept) + next
        }
    }

    private static func matches(_ parts: [String], _ typed: [String]) -> Bool {
        zip(parts, typed).allSatisfy { $0 == "{id}" || $0.lowercased() == $1 }
    }
}
