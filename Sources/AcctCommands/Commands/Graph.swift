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

            A pipe or a file gets the bytes that came, a terminal the same document indented and in colours, through \
            the pager that ACCT_PAGER or PAGER names. Leaving the pager ends the command. \
            --jq needs the system's libjq. Before version 1.7 it rounds numbers beyond 2^53 and drops final zeros; \
            the program . alone passes the document on as it came.
            """)

    @Argument(help: "The path, such as /me/messages.", completion: .graphPaths)
    var path: String

    @OptionGroup(title: "Request")
    var sent: RequestOptions

    @OptionGroup
    var answer: AnswerOptions

    @OptionGroup
    var sending: SendingOptions

    @OptionGroup
    var acting: ActingOptions

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var graphCommon: GraphCommonOptions

    var common: CommonOptions { graphCommon.common }

    func validate() throws {
        try sending.check(sent, answer.pages)
        try acting.check(answer)
    }

    /// What was typed, and as whom it is sent.
    func run(_ context: Context) async throws {
        let printer = try answer.output.printer(to: context.output)
        let request = try sent.request(for: path)
        if answer.output.isForReading, !common.manner.verbose { context.usePager() }
        defer { context.output.end() }
        if acting.many.isGiven {
            try await read(request, asManyIn: context)
        } else {
            try await send(request, printer, context)
        }
    }

    /// Who acts, with which token, what they get, and what is learned from it.
    private func send(_ request: GraphRequest, _ printer: GraphPrinter, _ context: Context) async throws {
        let (action, profile) = try context.select(acting.profile.name, for: request)
        let call = try context.call(request, as: profile, policy: sending.transfer.policy)
        let answers = try sending.kept.answers(in: context)
        if let fresh = try answers?.fresh(call) {
            // Nobody was asked, so nothing is learned.
            _ = try await printer.print(fresh, of: request)
            return
        }
        do {
            context.learn(from: try await print(call, answers, with: printer, context), to: action, as: profile)
        } catch let failure as Failure {
            context.output.end()
            throw await context.explaining(failure, of: request, as: profile)
        }
    }

    /// From Graph, or from the store where the network is down, to the output.
    ///
    /// - Returns: the document, or the first page.
    private func print(
        _ call: GraphCall, _ answers: KeptAnswers?, with printer: GraphPrinter, _ context: Context
    ) async throws -> GraphPage? {
        if answer.pages.isGiven {
            let pages = call.client.pages(
                call.request, from: answer.pages.resumeFrom, fetchingAhead: answer.pages.maxItems == nil)
            return try await PagePrinter.print(pages, with: printer, answer.pages)
        }
        if let answers { return try await printer.print(answers.new(call), of: call.request) }
        let memory = try KeptUpload(call, in: context)
        let download = try KeptDownload(call, to: printer, in: context)
        return try await sending.transfer.sending(
            download?.first ?? call.request, with: call.client, printer.output, memory: memory
        ) { answer in
            guard let download else { return try await printer.print(answer, of: call.request) }
            return try await download.print(answer)
        }
    }

    private func read(_ request: GraphRequest, asManyIn context: Context) async throws {
        let profiles = ManyProfiles(try acting.many.chosen(from: context.profiles()), in: context)
        try await profiles.read(request, isNamed: !acting.many.allProfiles) { profile, context, emit in
            let call = try context.call(request, as: profile, policy: sending.transfer.policy)
            if answer.pages.isGiven {
                try await answer.pages.read(call, emit)
            } else {
                let response = try await call.answer(keeping: sending.kept.answers(in: context))
                emit(try await response.document(of: request))
            }
        }
    }
}
