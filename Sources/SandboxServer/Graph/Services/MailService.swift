import NIOHTTP1

/// Messages: list, read, draft, update, delete and send.
final class MailService {
    private let sandbox: SandboxState
    private var mailboxes: [String: Mailbox] = [:]

    init(sandbox: SandboxState) {
        self.sandbox = sandbox
    }

    var routes: [GraphRoute] {
        let read = ["Mail.Read", "Mail.ReadWrite", "Mail.ReadBasic"]
        let write = ["Mail.ReadWrite"]
        return [
            GraphRoute(.GET, "me/messages", needs: read, else: .mailboxDenied, handler: list),
            GraphRoute(.GET, "me/messages/delta", needs: read, else: .mailboxDenied, handler: changes),
            GraphRoute(.GET, "me/messages/{id}", needs: read, else: .mailboxDenied, handler: message),
            GraphRoute(.POST, "me/messages", needs: write, else: .mailboxDenied, handler: create),
            GraphRoute(.PATCH, "me/messages/{id}", needs: write, else: .mailboxDenied, handler: change),
            GraphRoute(.DELETE, "me/messages/{id}", needs: write, else: .mailboxDenied, handler: remove),
            GraphRoute(.POST, "me/messages/{id}/send", needs: ["Mail.Send"], else: .mailboxDenied, handler: sendDraft),
            GraphRoute(.POST, "me/sendMail", needs: ["Mail.Send"], else: .mailboxDenied, handler: send),
        ]
    }

    private func list(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let messages = mailbox(of: try operation.identity().account).messages
        let context = try Self.context(operation)
        return try PagedCollection(count: messages.count, item: { messages[$0] }, context: context).page(for: operation)
    }

    private func changes(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let mailbox = mailbox(of: try operation.identity().account)
        let all = PagedCollection(
            count: mailbox.messages.count, item: { mailbox.messages[$0] }, context: "Collection(message)")
        return try DeltaCollection(
            items: all, changes: mailbox.changes, removal: "deleted", item: mailbox.message
        ).page(for: operation)
    }

    private func message(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        guard let message = mailbox(of: try operation.identity().account).message(operation.parameter("id")) else {
            throw .noSuchItem
        }
        return .json(
            try Self.entity(message, operation))
    }

    private func create(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let account = try operation.identity().account
        let draft = try operation.body()
        var mailbox = mailbox(of: account)
        let message = mailbox.add(draft, at: Timestamp(sandbox.clock.seconds))
        mailboxes[account.homeAccountID] = mailbox
        return .json(try Self.entity(message, operation), status: .created)
    }

    private func change(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let account = try operation.identity().account
        let patch = try operation.body()
        var mailbox = mailbox(of: account)
        guard let message = mailbox.change(operation.parameter("id"), by: patch) else { throw .noSuchItem }
        mailboxes[account.homeAccountID] = mailbox
        return .json(try Self.entity(message, operation))
    }

    private func remove(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let account = try operation.identity().account
        var mailbox = mailbox(of: account)
        guard mailbox.remove(operation.parameter("id")) else { throw .noSuchItem }
        mailboxes[account.homeAccountID] = mailbox
        return .empty(.noContent)
    }

    private func send(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        guard let message = try operation.body()["message"], !(message["toRecipients"]?.array ?? []).isEmpty else {
            throw GraphErrorResponse(.badRequest, code: "ErrorInvalidRecipients", "At least one recipient isn't valid.")
        }
        return .empty(.accepted)
    }

    /// Sends a draft, which the request names and does not contain. There is no folder of sent items.
    private func sendDraft(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let account = try operation.identity().account
        var mailbox = mailbox(of: account)
        guard mailbox.message(operation.parameter("id"))?["isDraft"]?.bool == true,
            mailbox.remove(operation.parameter("id"))
        else { throw .noSuchItem }
        mailboxes[account.homeAccountID] = mailbox
        return .empty(.accepted)
    }

    private func mailbox(of account: DirectoryAccount) -> Mailbox {
        if let mailbox = mailboxes[account.homeAccountID] { return mailbox }
        let mailbox = Mailbox(owner: account)
        mailboxes[account.homeAccountID] = mailbox
        return mailbox
    }

    private static func context(_ operation: GraphOperation) throws(GraphErrorResponse) -> String {
        "users('\(try operation.identity().objectID)')/messages"
    }

    private static func entity(_ message: JSON, _ operation: GraphOperation) throws(GraphErrorResponse) -> JSON {
        operation.entity(message, of: try context(operation))
    }
}

/// The messages of an account, generated and then changed by requests.
struct Mailbox {
    private(set) var messages: [JSON]
    private(set) var changes = ChangeLog()
    private var made = 0
    private let owner: DirectoryAccount

    static let size = 250

    init(owner: DirectoryAccount) {
        self.owner = owner
        messages = (0..<Self.size).map { Self.message(number: $0, owner: owner) }
    }

    func message(_ id: String) -> JSON? {
        messages.first { $0["id"]?.string == id }
    }

    mutating func add(_ draft: JSON, at time: Timestamp) -> JSON {
        made += 1
        let frame: JSON = [
            "id": .string(Self.id(owner, "draft/\(made)")), "createdDateTime": .string(time.iso8601),
            "receivedDateTime": .string(time.iso8601), "changeKey": .string("CQAAABYA\(made)=="), "subject": "",
            "bodyPreview": "", "importance": "normal", "isRead": true, "isDraft": true, "hasAttachments": false,
        ]
        let message = frame.merging(Self.withoutFixed(draft))
        messages.insert(message, at: 0)
        changes.add(Self.id(owner, "draft/\(made)"))
        return message
    }

    mutating func change(_ id: String, by patch: JSON) -> JSON? {
        guard let index = messages.firstIndex(where: { $0["id"]?.string == id }) else { return nil }
        messages[index] = messages[index].merging(Self.withoutFixed(patch))
        changes.add(id)
        return messages[index]
    }

    mutating func remove(_ id: String) -> Bool {
        guard let index = messages.firstIndex(where: { $0["id"]?.string == id }) else { return false }
        messages.remove(at: index)
        changes.add(id)
        return true
    }

    /// Clients cannot set the properties that the service assigns.
    private static func withoutFixed(_ patch: JSON) -> JSON {
        .object((patch.members ?? []).filter { !["id", "createdDateTime", "changeKey"].contains($0.name) })
    }

    private static func message(number: Int, owner: DirectoryAccount) -> JSON {
        let sender = DirectoryUser(number: number * 7 + 1, tenant: .fabrikam)
        let from: JSON = [
            "emailAddress": ["name": .string(sender.displayName), "address": .string(sender.mail)]
        ]
        let received = Timestamp(1_790_000_000 - number * 5_400).iso8601
        return [
            "@odata.etag": .string("W/\"CQAAABYAAAB\(number)\""),
            "id": .string(id(owner, "message/\(number)")), "createdDateTime": .string(received),
            "receivedDateTime": .string(received), "hasAttachments": .bool(number % 9 == 0),
            "subject": subjects[number % subjects.count], "bodyPreview": "See below.\r\nThanks & regards",
            "importance": "normal", "isRead": .bool(number % 4 != 0), "isDraft": false,
            "webLink": .string("https://outlook.example/owa/?ItemID=\(number)%3D%3D&exvsurl=1"),
            "from": from, "sender": from,
            "body": ["contentType": "html", "content": "<html><body>See below.<br>Thanks &amp; regards</body></html>"],
        ]
    }

    /// Outlook's ids are long and end in `=`, which clients have to escape in a path.
    private static func id(_ owner: DirectoryAccount, _ name: String) -> String {
        "AAMkAD\(StableGUID.make("\(owner.homeAccountID)/\(name)").filter { $0 != "-" })AAA="
    }

    private static let subjects: [JSON] = [
        "Quarterly figures", "Re: Angebot für die Küche", .verbatim(#""Caf\u00e9 \u2013 r\u00e9union \/ agenda""#),
        "AW: \"Urgent\" <please read>", "会議の議事録", .verbatim(#""Party \ud83c\udf89 on Friday""#), "",
    ]
}
