import AccountProfiles
import ArgumentParser
import MicrosoftGraph

/// `acct graph`: one Graph request.
struct Graph: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Send a request to Microsoft Graph.",
        discussion: """
            The path is what the documentation shows, with or without a leading slash; v1.0 unless it or \
            --beta says otherwise. A full URL must be on the profile's Graph host: the token goes nowhere else.

              acct graph /me
              acct graph '/users?$top=5&$select=displayName' -p work
              acct graph /users --select id,mail --filter "startsWith(mail,'a')" --ndjson
              acct graph /users --paginate > users.json
              acct graph /me/messages -f subject=Hello -f 'toRecipients[][emailAddress][address]=a@b.com'
              acct graph /me/sendMail --input mail.json

            Fields make a JSON body. -f gives a string; -F also true, false, null and numbers, a file's text with \
            @FILE (@- is stdin), and any JSON with NAME:=JSON. NAME is a[b] for a member of an object and a[] for an \
            element of an array; a[][b] begins the next element where the last one has a b. With GET, and beside \
            --input, fields go into the query.

            Pages are printed as they come. When a run over pages ends early, what has come is whole, a document \
            keeps the link to its rest as @odata.nextLink, the exit code is not 0, and stderr says where \
            to go on with --resume-from.
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
    var common: CommonOptions

    func validate() throws {
        if pages.isGiven, sent.input != nil || sent.resolvedMethod != "GET" {
            throw ValidationError(
                "--paginate, --ndjson, --max-items and --resume-from read: they go with GET, so fields with -X GET, "
                    + "and without --input.")
        }
        if pages.isGiven, answer.include {
            throw ValidationError("--include shows one answer: it does not go with pages.")
        }
    }

    func run(_ context: Context) async throws {
        let request = try sent.request(for: path)
        let required = try context.requiredPermissions(method: request.method, path: ResourcePath(request.path))
        let action = Action(request, required)
        let selection = try context.select(profile.name, for: action, need: required.map(Need.init))
        let printer = answer.printer(to: context.output)
        let client = try context.graphClient(for: selection.profile)
        do {
            let page =
                pages.isGiven
                ? try await PagePrinter.print(client.pages(request, from: pages.resumeFrom), with: printer, pages)
                : try await printer.print(try await client.stream(request), of: request)
            context.learn(from: page, to: action, as: selection.profile)
        } catch let failure as Failure {
            throw await context.explaining(failure, of: request, as: selection.profile)
        }
    }
}
