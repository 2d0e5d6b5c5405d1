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
              acct graph /users --jq '.value[].displayName'
              acct graph '/me/photo/$value' --output me.jpg

            A pipe or a file gets the bytes that came, a terminal the same document indented and in colours. \
            --jq needs the system's libjq. Before version 1.7 it rounds numbers beyond 2^53 and drops final zeros; \
            the program . alone passes the document on as it came.
            """)

    @Argument(help: "The path, such as /me/messages.", completion: .graphPaths)
    var path: String

    @OptionGroup(title: "Request")
    var sent: RequestOptions

    @OptionGroup(title: "Answer")
    var answer: OutputOptions

    @OptionGroup(title: "Pages")
    var pages: PageOptions

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var graphCommon: GraphCommonOptions

    var common: CommonOptions { graphCommon.common }

    func validate() throws {
        if pages.isGiven, sent.input != nil || (sent.method ?? "GET").uppercased() != "GET" {
            throw ValidationError("--paginate reads: it goes with GET and without --input.")
        }
    }

    func run(_ context: Context) async throws {
        let printer = try answer.printer(to: context.output)
        let request = try sent.request(for: path)
        let required = try context.requiredPermissions(method: request.method, path: ResourcePath(request.path))
        let action = Action(request, required)
        let selection = try context.select(profile.name, for: action, need: required.map(Need.init))
        let client = try context.graphClient(for: selection.profile)
        do {
            let page =
                pages.isGiven
                ? try await printer.print(pages: client.pages(request))
                : try await printer.print(try await client.stream(request), of: request)
            context.learn(from: page, to: action, as: selection.profile)
        } catch let failure as Failure {
            throw await context.explaining(failure, of: request, as: selection.profile)
        }
    }
}
