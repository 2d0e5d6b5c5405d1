import AccountStore
import ArgumentParser
import AuthCore
import HTTPTransport

/// `acct client-id`: the app registration of sign-ins that name none.
struct ClientIDCommand: DataCommand, ImmediateCommand {
    static let configuration = CommandConfiguration(
        commandName: "client-id",
        abstract: "Show, set or clear the client id of new profiles.",
        discussion: """
            acct add uses this application (client) id where neither --client-id nor ACCT_CLIENT_ID names one. It is \
            stored after the first sign-in with an id that was typed. A profile keeps the client id that it was added \
            with; acct edit changes that.

              acct client-id
              acct client-id 00000000-0000-0000-0000-000000000000
              acct client-id --clear
            """)

    @Argument(help: ArgumentHelp("The client id to store.", valueName: "id"))
    var clientID: String?

    @Flag(help: "Forget the stored client id.")
    var clear = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if clear, clientID != nil { throw ValidationError("Give either a client id or --clear.") }
    }

    func run(_ services: Services) throws {
        let repository = try services.profiles
        if let clientID {
            try repository.setDefaultClientID(ClientID.checked(clientID, for: .entra))
        } else if clear {
            let removed = try repository.removeDefaultClientID()
            services.output.note(removed.map { "The client id \($0) is forgotten." } ?? Self.none)
            if !json.json { return }
        }
        let stored = Stored(clientId: try repository.defaultClientID())
        if let variable = services.environment["ACCT_CLIENT_ID"], variable != stored.clientId {
            services.output.note("acct add uses \(variable.inSentence), which ACCT_CLIENT_ID names.")
        }
        if stored.clientId == nil, !json.json { return services.output.note(Self.none) }
        try services.output.print(stored, asJSON: json.json)
    }

    private static let none = "No client id is stored. acct add asks for one, or takes it from --client-id."

    private struct Stored: CommandOutput {
        @Nullable var clientId: String?

        func text(for terminal: Terminal) -> String { clientId ?? "" }
    }
}
