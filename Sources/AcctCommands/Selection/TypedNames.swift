import AccountProfiles
import AccountStore

/// Names of profiles as a person types them. At a terminal the beginning of a name stands for the only profile that has it.
/// A script has to give the whole name, and so does a person who writes, takes a token or removes something.
struct TypedNames {
    let profiles: ProfileRepository
    let prompter: Prompter

    /// The whole name; the typed text where it is one, where several profiles begin with it or none does, and in a script.
    func completed(_ typed: String) throws -> String {
        guard prompter.canPrompt, !typed.isEmpty else { return typed }
        let names = try profiles.names(withPrefix: typed)
        guard names.count == 1, let name = names.first, name.text.lowercased() != typed.lowercased() else {
            return typed
        }
        prompter.output.note("\(typed) stands for \(name).")
        return name.text
    }

    /// - Throws: `ProfileError.unknown` with the nearest names.
    func profile(_ typed: String) throws -> Profile { try profiles.profile(named: completed(typed)) }
}

extension Services {
    var typedNames: TypedNames { get throws(StoreError) { TypedNames(profiles: try profiles, prompter: prompter) } }
}
