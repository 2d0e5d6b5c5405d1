import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport

extension StoreCommand {
    /// `acct store repair`.
    struct Repair: DataCommand, ImmediateCommand {
        static let configuration = CommandConfiguration(
            commandName: "repair",
            abstract: "Set a damaged store aside and save what can still be read.",
            discussion: """
                Looks for damage. Without any, nothing is changed. Else the damaged files go to a folder beside the \
                store, where they stay, and a new database is made of every profile, binding, rule and sign-in that can \
                be read. A sign-in is lost when its row, or the key that encrypted it, is. Caches and the usage history \
                are not saved. Where bindings or rules may have been lost, no profile is current afterwards.

                Without --json, stdout has the name of each profile that has to sign in again, one a line.
                """)

        @OptionGroup
        var json: JSONOption

        @OptionGroup
        var common: CommonOptions

        func run(_ services: Services) throws {
            let report = try services.repair.run(at: services.clock.now())
            if let report {
                services.output.note("The damaged files are in \(report.folder).")
                for remark in report.remarks { services.output.note(remark) }
            } else if !json.json {
                services.output.note("The store is not damaged. Nothing was changed.")
            }
            try services.output.print(Outcome(report), asJSON: json.json)
        }
    }

    private struct Outcome: CommandOutput {
        /// The folder with the damaged files; nil when there is no damage.
        @Nullable var setAside: String?
        let profiles, signedOut: [String]
        let choicesLost: Bool

        init(_ report: StoreRepair.Report?) {
            setAside = report?.folder
            profiles = report?.profiles.map(\.text) ?? []
            signedOut = report?.signedOut.map(\.text) ?? []
            choicesLost = report?.hasLostChoices ?? false
        }

        func text(for terminal: Terminal) -> String { signedOut.joined(separator: "\n") }
    }
}

extension StoreRepair.Report {
    /// The rows that were saved, and those that were not.
    var remarks: [Remark] {
        guard hasLostChoices, !profiles.isEmpty else { return [savedProfiles] }
        return [
            savedProfiles,
            Remark(
                "Bindings, rules or allowed .acct files may have been lost. So that nothing is sent as another account, no "
                    + "profile is current now. Look at acct bind and acct rule, then choose one:",
                command: "acct use NAME"),
        ]
    }

    private var savedProfiles: Remark {
        let count = profiles.count
        guard count > 0 else { return Remark("No profile could be saved. Add them again:", command: "acct add NAME") }
        let saved = "\(count == 1 ? "1 profile was" : "\(count) profiles were") saved"
        if signedOut.isEmpty { return Remark("\(saved), with \(count == 1 ? "its sign-in" : "their sign-ins").") }
        if signedOut.count == 1 {
            return Remark("\(saved). Sign in again:", command: .signIn(to: signedOut[0]))
        }
        return Remark(
            "\(saved). Sign in again to \(signedOut.count) of them, with:", command: "acct sign-in --all")
    }
}
