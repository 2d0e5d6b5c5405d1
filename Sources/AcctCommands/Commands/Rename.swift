import AccountProfiles
import AccountStore
import ArgumentParser

/// `acct rename`: give a profile another name.
struct Rename: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "rename",
        abstract: "Give a profile another name.")

    @Argument(help: "The profile.", completion: .profileNames)
    var oldName: String

    @Argument(help: "Its new name.")
    var newName: String

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        let renamed = try ProfileName(newName)
        let profile = try services.typedNames.profile(oldName)
        guard profile.name.text != renamed.text else { throw Failure.sameName(renamed) }
        do {
            try services.profiles.rename(profile.name.text, to: renamed)
        } catch ProfileError.nameInUse(let taken) {
            let own = try services.profiles.profile(named: taken.text).name
            throw Failure.nameTaken(own).comparingCase(of: taken, with: own)
        }
        let (folder, other) = (try services.toolFolder(of: profile.name), try services.toolFolder(of: renamed))
        do { try folder.move(to: other) } catch { services.output.note(folder.remark(that: "cannot be renamed")) }
        services.output.note("Profile \(profile.name) is now \(renamed).")
        if json.json {
            try services.output.printJSON(
                ProfileRow(services.profiles.profile(named: renamed.text), in: services))
        }
    }
}
