import AccountProfiles
import ArgumentParser
import HTTPTransport
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
              acct graph /me --all-profiles
              acct graph /organization --cache 1d --stale-ok 30d
              acct graph /me/sendMail --input mail.json
              acct graph -X PUT /me/drive/root:/big.iso:/content --input big.iso
              acct graph /users --jq '.value[].displayName'
              acct graph '/me/photo/$value' --output me.jpg

            Fields make a JSON body. -f gives a string; -F also true, false, null and numbers, a file's text with \
            @FILE (@- is stdin), and any JSON with NAME:=JSON. NAME is a[b] for a member of an object and a[] for an \
            element of an array; a[][b] begins the next element where the last one has a b. With GET, and beside \
            --input, fields go into the query.

            Pages are printed as they come. When a run over pages ends early, what has come is whole, a document \
            keeps the link to its rest as @odata.nextLink, the exit code is not 0, and stderr says where \
            to go on with --resume-from.

            A file of more than 4 MiB for a drive item's content goes up in pieces. When that is interrupted, the same \
            command typed again goes on, as long as the file is the same and the server knows the upload. A download \
            with --output goes on in the same way where the server serves parts and marks versions; until then what \
            came is beside FILE, under a name that begins with .acct-.

            The network may take ten seconds to connect and thirty without a byte, or --max-wait where that is less (0 \
            only says that nothing is tried again); a body has no other limit.

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

    @OptionGroup(title: "Kept answers")
    var kept: CacheOptions

    @OptionGroup(title: "Waiting")
    var transfer: TransferOptions

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup(title: "Several profiles")
    var many: ManyProfilesOptions

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var graphCommon: GraphCommonOptions

    var common: CommonOptions { graphCommon.common }

    func validate() throws {
        if pages.isGiven, sent.input != nil || sent.resolvedMethod != "GET" {
            throw ValidationError(
                "--paginate, --ndjson, --max-items and --resume-from read: they go with GET, so fields with -X GET, "
                    + "and without --input.")
        }
        try kept.check(method: sent.resolvedMethod, isPaged: pages.isGiven)
        if many.isGiven, profile.name != nil {
            throw ValidationError("--profile acts as one, --profiles and --all-profiles as several: give only one.")
        }
        if many.isGiven, pages.resumeFrom != nil || (pages.maxItems != nil && !pages.ndjson) {
            throw ValidationError(
                "With several profiles --max-items goes with --ndjson, and --resume-from is for one of them.")
        }
        if many.isGiven, answer.isGiven {
            throw ValidationError(
                "With several profiles each answer is a line of JSON: "
                    + "leave out --include, --silent, --jq and --output.")
        }
        if pages.isGiven, answer.include {
            throw ValidationError("--include shows one answer: it does not go with pages.")
        }
        if pages.isGiven, transfer.wait { throw ValidationError("Pages begin no work: give --wait without them.") }
    }

    func run(_ context: Context) async throws {
        let printer = try answer.printer(to: context.output)
        let request = try sent.request(for: path)
        if many.isGiven { return try await run(request, asManyIn: context) }
        let required = try context.requiredPermissions(method: request.method, path: ResourcePath(request.path))
        let action = Action(request, required)
        let selection = try context.select(profile.name, for: action, need: required.map(Need.init))
        let client = try context.graphClient(for: selection.profile, policy: transfer.policy)
        if let fresh = try kept.answers(in: context)?.fresh(request, as: selection.profile, client) {
            // Nobody was asked, so nothing is learned.
            _ = try await printer.print(fresh, of: request)
            return
        }
        do {
            let page =
                pages.isGiven
                ? try await PagePrinter.print(client.pages(request, from: pages.resumeFrom), with: printer, pages)
                : try await one(request, as: selection.profile, client, printer, context)
            context.learn(from: page, to: action, as: selection.profile)
        } catch let failure as Failure {
            throw await context.explaining(failure, of: request, as: selection.profile)
        }
    }

    /// One request, as it is sent and answered.
    private func one(
        _ request: GraphRequest, as profile: Profile, _ client: GraphClient, _ printer: GraphPrinter, _ context: Context
    ) async throws -> GraphPage? {
        guard let answers = try kept.answers(in: context) else {
            let memory = try sent.input.flatMap { input in
                input == "-" ? nil : try KeptUpload(request, at: client.url(of: request), as: profile, in: context)
            }
            let download = try KeptDownload(
                request, at: client.url(of: request), to: printer, as: profile, in: context)
            return try await transfer.sending(
                download?.first ?? request, with: client, context.output, memory: memory
            ) { answer in
                guard let download else { return try await printer.print(answer, of: request) }
                return try await download.print(answer, from: client)
            }
        }
        return try await printer.print(answers.new(request, as: profile, client), of: request)
    }

    private func run(_ request: GraphRequest, asManyIn context: Context) async throws {
        let profiles = ManyProfiles(try many.chosen(from: context.profiles()), in: context)
        try await profiles.read(request, isNamed: !many.allProfiles) { profile, context, emit in
            let client = try context.graphClient(for: profile, policy: transfer.policy)
            if pages.ndjson {
                try await client.pages(request).forEachItem(upTo: pages.maxItems ?? .max, emit)
            } else if pages.isGiven {
                emit(try await client.pages(request).document())
            } else {
                emit(try await stream(request, as: profile, client, context).document(of: request))
            }
        }
    }

    /// From the store where that is wanted, else from Graph.
    private func stream(_ request: GraphRequest, as profile: Profile, _ client: GraphClient, _ context: Context)
        async throws -> HTTPStreamedResponse
    {
        guard let answers = try kept.answers(in: context) else { return try await client.stream(request) }
        if let fresh = try answers.fresh(request, as: profile, client) { return fresh }
        return try await answers.new(request, as: profile, client)
    }
}
