import AccountProfiles
import ArgumentParser

/// `acct use`: switch.
struct Use: Command {
    static let configuration = CommandConfiguration(
        commandName: "use",
        abstract: "Make a profile the current one; - goes back to the one before.",
        discussion: """
            The current profile acts whenever neither --profile nor ACCT_PROFILE names another. It is the same one in \
            every shell.

              acct use home
              acct use -
            """)

    @Argument(help: "The profile, or - for the previous one.", completion: .profileNames)
    var name: String

    @OptionGroup
    var common: CommonOptions

    func run(_ context: Context) async throws {
        let repository = try context.profiles()
        let profile = try name == "-" ? repository.usePrevious() : repository.use(name)
        context.output.note("Now using \(profile.name) (\(profile.username)).")
        if let variable = context.environment["ACCT_PROFILE"], !variable.isEmpty {
            context.output.note("ACCT_PROFILE is set here, so commands in this shell still use \(variable).")
        }
    }
}
