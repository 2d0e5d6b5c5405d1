import AccountProfiles
import ArgumentParser
import Foundation

/// For commands that act as somebody.
struct ProfileOption: ParsableArguments {
    @Option(
        name: [.customShort("p"), .customLong("profile")], help: "The profile to act as.", completion: .profileNames)
    var name: String?
}

extension CompletionKind {
    /// The names of the profiles, from the store alone: no network, and silence when there is no store.
    static var profileNames: CompletionKind {
        .custom { _, _, _ in
            // Parsed, since options that never were have no values to read.
            guard let options = try? CommonOptions.parse([]) else { return [] }
            let context = Context(options: options)
            return ((try? context.profiles().profiles()) ?? []).map(\.name.text)
        }
    }
}
