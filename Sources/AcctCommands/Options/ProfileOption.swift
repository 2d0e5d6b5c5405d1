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
            let context = Context()
            return ((try? context.profiles().profiles()) ?? []).map(\.name.text)
        }
    }
}
