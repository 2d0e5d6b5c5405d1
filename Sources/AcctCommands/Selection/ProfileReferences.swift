import AccountProfiles
import AccountStore

/// The rules and the bindings that name a profile.
struct ProfileReferences {
    /// The patterns.
    let rules: [String]
    let directories: [String]

    init(to name: ProfileName, _ services: Services) throws {
        rules = try services.rules.rules().filter { $0.rule.profile == name }.map(\.rule.pattern.text)
        directories = try services.bindings.bindings().filter { $0.target == .profile(name.text) }.map(\.directory)
    }

    /// Each reference as a part of a sentence.
    var inWords: [String] {
        rules.map { "the rule \"\($0)\"" } + directories.map { "the binding of \($0)" }
    }
}
