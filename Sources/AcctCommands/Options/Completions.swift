import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport
import MicrosoftGraph

extension CompletionKind {
    /// The names of the profiles in the store; none where the store cannot be read.
    static var profileNames: CompletionKind {
        .custom { _, _, prefix in ProfileNamesInvocation.names(for: prefix, in: Services()) }
    }
}

/// The request of a shell that completes the name of a profile. It is read by the fast path.
struct ProfileNamesInvocation: Request, Equatable {
    var asJSON: Bool { false }
    /// The typed part of the word.
    let prefix: String

    /// Nil where another value than the name of a profile is completed.
    ///
    /// - Parameter arguments: as the scripts of argument-parser pass them: `---completion`, the command, `--`, the option
    ///   or argument that is completed, the index of its word, the position of the cursor in it, and the words up to it.
    init?(_ arguments: some Collection<String>) {
        let words = Array(arguments)
        guard words.first == "---completion", let end = words.firstIndex(of: "--"), end + 1 < words.count else {
            return nil
        }
        let command = words[1..<end]
        let position = end + 3 < words.count ? Int(words[end + 3]) ?? 0 : 0
        prefix = end + 4 < words.count ? String((words.last ?? "").prefix(max(position, 0))) : ""
        switch words[end + 1] {
        case "--profile", "--profiles", "--account": return
        case "positional@0" where command.count == 1 && Self.commands.contains(words[1]): return
        case "positional@1" where command == ["rule", "add"]: return
        default: return nil
        }
    }

    func run(_ services: Services) throws {
        var names = Self.names(for: prefix, in: services)
        // argument-parser's script for zsh drops the last line, and does not see an empty one.
        if services.environment["SAP_SHELL"] == "zsh" { names.append(" ") }
        guard !names.isEmpty else { return }
        services.output.line(names.joined(separator: "\n"))
    }

    /// The names that begin with the typed text. Without one, all: some shells match other parts of a name too, or the
    /// word has more in it than a name, such as a quote or an option.
    fileprivate static func names(for prefix: String, in services: Services) -> [String] {
        guard let profiles = try? services.profiles else { return [] }
        var names = (try? profiles.names(withPrefix: prefix)) ?? []
        if names.isEmpty, !prefix.isEmpty { names = (try? profiles.names(withPrefix: "")) ?? [] }
        return names.map(\.text)
    }

    /// The commands whose first argument is a profile.
    private static let commands = [
        "bind", "consent", "edit", "export", "remove", "rename", "show", "sign-in", "sign-out", "use",
    ]
}

extension CompletionKind {
    /// Graph's paths, segment by segment, from the built-in table alone.
    static var graphPaths: CompletionKind {
        .custom { _, _, prefix in GraphPaths.completing(prefix) }
    }
}

/// Completions of a Graph path that is being typed.
enum GraphPaths {
    /// The number of segments that are completed. Deeper paths would make lists too long to read.
    private static let depth = 4

    /// Each completion repeats the typed segments, because a shell replaces the whole word: `/users/dana/me` becomes
    /// `/users/dana/messages`, and `me/` becomes `me/messages`.
    static func completing(_ typed: String) -> [String] {
        let slash = typed.utf8.lastIndex(of: UInt8(ascii: "/"))
        let typedSegments = slash.map { String(typed[...$0]) } ?? ""
        let before = ResourcePath(typedSegments).segments.map { $0.lowercased() }
        guard before.count < depth else { return [] }
        var seen: Set<String> = []
        return PermissionTable.builtIn.paths(upTo: depth).compactMap { path in
            let parts = path.split(separator: "/").map(String.init)
            guard parts.count > before.count, matches(parts, before) else { return nil }
            let next = parts[before.count]
            guard next != "{id}", seen.insert(next).inserted else { return nil }
            return (slash == nil && typed.isEmpty ? "/" : typedSegments) + next
        }
    }

    private static func matches(_ parts: [String], _ typed: [String]) -> Bool {
        zip(parts, typed).allSatisfy { $0 == "{id}" || $0.lowercased() == $1 }
    }
}
