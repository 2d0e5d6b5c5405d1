import AccountProfiles
import ArgumentParser
import MicrosoftGraph

/// `acct graph`: one Graph request.
struct Graph: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Send a request to Microsoft Graph.",
        discussion: """
            The path is what the documentation shows, with or without a leading slash; v1.0 unless it says beta. \
            A full URL must be on the profile's Graph host: the token goes nowhere else.

              acct graph /me
              acct graph '/users?$top=5&$select=displayName' -p work
              acct graph /users --paginate > users.json
              acct graph /me/sendMail --input mail.json
              acct graph -X PUT /me/drive/root:/big.iso:/content --input big.iso

            A file of more than 4 MiB for a drive item's content goes up in pieces. One that is interrupted is left to \
            expire at the server; send it again.

            The network may take ten seconds to connect and thirty without a byte; a body has no other limit.
            """)

    @Argument(help: "The path, such as /me/messages.", completion: .graphPaths)
    var path: String

    @OptionGroup(title: "Request")
    var sent: RequestOptions

    @OptionGroup(title: "Answer")
    var answer: OutputOptions

    @OptionGroup(title: "Pages")
    var pages: PageOptions

    @OptionGroup(title: "Waiting")
    var transfer: TransferOptions

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if pages.isGiven, sent.input != nil || (sent.method ?? "GET").uppercased() != "GET" {
            throw ValidationError("--paginate reads: it goes with GET and without --input.")
        }
        if pages.isGiven, transfer.wait { throw ValidationError("Pages begin no work: give --wait without them.") }
    }

    func run(_ context: Context) async throws {
        let request = try sent.request(for: path)
        let required = try context.requiredPermissions(method: request.method, path: ResourcePath(request.path))
        let action = Action(request, required)
        let selection = try context.select(profile.name, for: action, need: required.map(Need.init))
        let printer = answer.printer(to: context.output)
        let client = try context.graphClient(for: selection.profile, policy: transfer.policy)
        do {
            let page =
                pages.isGiven
                ? try await printer.print(pages: client.pages(request))
                : try await transfer.sending(request, with: client, context.output) {
                    try await printer.print($0, of: request)
                }
            context.learn(from: page, to: action, as: selection.profile)
        } catch let failure as Failure {
            throw await context.explaining(failure, of: request, as: selection.profile)
        }
    }
}
