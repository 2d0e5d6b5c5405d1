import AccountProfiles
import AccountStore
import ArgumentParser

/// `acct unbind`: remove the binding of a directory.
struct Unbind: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "unbind",
        abstract: "Remove the binding of a directory.",
        discussion: """
            Bindings of directories above and below stay. The directory need not exist any more.

              acct unbind
              acct unbind ~/src/contoso
            """)

    @Argument(
        help: ArgumentHelp("The directory. Default: the current one.", valueName: "directory"),
        completion: .boundDirectories)
    var directory: String?

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) throws {
        let repository = try services.bindings
        let resolved = try ResolvedPath.directoryEvenIfMissing(directory)
        // A directory that has become a symbolic link since is bound by the path that it had.
        let paths = [resolved, directory].compactMap(\.self).filter { $0.utf8.first == UInt8(ascii: "/") }
        guard let directory = try paths.first(where: { try repository.bindings(of: [$0]).isEmpty == false }),
            let before = try repository.unbind(directory)
        else {
            let directory = resolved
            let chain = DirectoryChain(from: directory)
            let nearest = chain.nearest(among: try repository.bindings(of: chain.directories))
            throw Failure.notBound(directory, nearest: nearest?.directory)
        }
        let remark =
            DirectoryChain.currentIncludes(directory, services.environment)
            ? " \(ActingProfile(services).sentence)" : ""
        services.output.note("\(directory) is no longer bound to \(before).\(remark)")
        if json.json { try services.output.printJSON(BindingRow(directory: directory, profile: before.text)) }
    }
}
