import AccountProfiles
import ArgumentParser

/// `acct unbind`: a directory goes back to whoever acts otherwise.
struct Unbind: Command {
    static let configuration = CommandConfiguration(
        commandName: "unbind",
        abstract: "Take back what acct bind said of a directory.",
        discussion: """
            Bindings of directories above and below stay. The directory may be gone by now.

              acct unbind
              acct unbind ~/src/contoso
            """)

    @Argument(
        help: ArgumentHelp("The directory; else the current one.", valueName: "directory"), completion: .directory)
    var directory: String?

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        let repository = try services.directories
        let directory = try Directory.perhapsGone(directory)
        guard let before = try repository.unbind(directory) else {
            let chain = DirectoryChain(from: directory)
            let nearest = chain.nearest(among: try repository.bindings(of: chain.directories))
            throw DirectoryError.notBound(path: directory, nearest: nearest?.directory)
        }
        services.output.note("\(directory) is not bound to \(before) any more.")
    }
}
