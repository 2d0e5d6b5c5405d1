import ArgumentParser

/// For commands that act as somebody.
struct ProfileOption: ParsableArguments {
    @Option(
        name: [.customShort("p"), .customLong("profile")], help: "The profile to act as.", completion: .profileNames)
    var name: String?
}
