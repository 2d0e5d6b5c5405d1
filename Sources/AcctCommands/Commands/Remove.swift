import AccountProfiles
import AccountStore
import ArgumentParser

/// `acct remove`: delete a profile, and the tokens that only this profile used.
struct Remove: Command {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Delete a profile.",
        discussion: "The account's tokens are removed with the last profile that uses the account.")

    @Argument(help: "The profile.", completion: .profileNames)
    var name: String

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        let repository = try services.profiles
        let profile = try repository.profile(named: name)
        let removed = try repository.remove(name)
        services.output.note(
            removed == nil
                ? "Removed profile \(profile.name). \(profile.username) stays signed in for the other profiles."
                : "Removed profile \(profile.name) and the tokens of \(profile.username)."
                    + (profile.kind == .app ? "" : " The browser is still signed in."))
        if try repository.current() == nil, let next = try repository.profiles().first {
            services.output.note("No profile is current now. To choose one, run: acct use \(next.name)")
        }
    }
}
