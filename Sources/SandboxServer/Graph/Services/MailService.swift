import NIOHTTP1

/// Messages: listing, reading, drafting, changing, deleting and sending.
final class MailService {
    private let emulation: Emulation
    private var mailboxes: [String: Mailbox] = [:]

    init(emulation: Emulation) {
        self.emulation = emulation
    }

    var routes: [GraphRoute] {
        let read = ["Mail.Read", "Mail.ReadWrite", "Mail.ReadBasic"]
        let write = ["Mail.ReadWrite"]
        return [
            GraphRoute(.GET, "me/messages", needs: read, else: .mailboxDenied, handler: list),
            GraphRoute(.GET, "me/messages/{id}", needs: read, else: .mailboxDenied, handler: message),
            GraphRoute(.POST, "me/messages", needs: write, else: .mailboxDenied, handler: create),
            GraphRoute(.PATCH, "me/messages/{id}", needs: write, else: .mailboxDenied, handler: change),
            GraphRoute(.DELETE, "me/messages/{id}", needs: write, else: .mailboxDenied, handler: remove),
            GraphRoute(.POST, "me/sendMail", needs: ["Mail.Send"], else: .mailboxDenied, handler: send),
        ]
    }

    private func list(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let messages = mailbox(of: try call.identity().account).messages
        let context = try Self.context(call)
        return try Listing(count: messages.count, item: { messages[$0] }, context: context).page(for: call)
    }

    private func message(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        guard let message = mailbox(of: try call.identity().account).message(call.parameter("id")) else {
            throw .noSuchItem
        }
        return .json(try Self.entity(Selection(call.query.select, defaults: nil).apply(message), call))
    }

    private func create(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let account = try call.identity().account
        let draft = try call.body()
        var mailbox = mailbox(of: account)
        let message = mailbox.add(draft, at: Timestamp(emulation.clock.seconds))
        mailboxes[account.homeAccountID] = mailbox
        return .json(try Self.entity(message, call), status: .created)
    }

    private func change(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let account = try call.identity().account
        let patch = try call.body()
        var mailbox = mailbox(of: account)
        guard let message = mailbox.change(call.parameter("id"), by: patch) else { throw .noSuchItem }
        mailboxes[account.homeAccountID] = mailbox
        return .json(try Self.entity(message, call))
    }

    private func remove(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let account = try call.identity().account
        var mailbox = mailbox(of: account)
        guard mailbox.remove(call.parameter("id")) else { throw .noSuchItem }
        mailboxes[account.homeAccountID] = mailbox
        return .empty(.noContent)
    }

    private func send(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        guard let message = try call.body()["message"], !(message["toRecipients"]?.array ?? []).isEmpty else {
            throw GraphError(.badRequest, "ErrorInvalidRecipients", "At least one recipient isn't valid.")
        }
        return .empty(.accepted)
    }

    private func mailbox(of account: Account) -> Mailbox {
        if let mailbox = mailboxes[account.homeAccountID] { return mailbox }
        let mailbox = Mailbox(owner: account)
        mailboxes[account.homeAccountID] = mailbox
        return mailbox
    }

    private static func context(_ call: GraphCall) throws(GraphError) -> String {
        "users('\(try call.identity().objectID)')/messages"
    }

    private static func entity(_ message: JSON, _ call: GraphCall) throws(GraphError) -> JSON {
        let context = JSON.Member(name: "@odata.context", value: call.context(try context(call) + "/$entity"))
        return .object([context] + (message.members ?? []))
    }
}
