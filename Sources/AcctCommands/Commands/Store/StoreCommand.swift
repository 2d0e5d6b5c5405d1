import ArgumentParser

/// `acct store`: the files in which accounts and tokens are stored. Named unlike the word that is typed, because `Store` is
/// the type of AccountStore.
struct StoreCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "store",
        abstract: "The files in which accounts and tokens are stored, and their key.",
        subcommands: [Status.self, Unlock.self, Lock.self, Migrate.self, Rotate.self, Repair.self])
}
