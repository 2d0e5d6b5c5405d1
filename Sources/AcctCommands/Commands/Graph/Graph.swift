import ArgumentParser

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
    var sent: RequestArguments

    @OptionGroup
    var answer: AnswerArguments

    @OptionGroup
    var sending: SendingArguments

    @OptionGroup
    var acting: ActingArguments

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var graphCommon: GraphCommonOptions

    var common: CommonOptions { graphCommon.common }

    func validate() throws { try invocation.check() }

    func run(_ services: Services) async throws { try await invocation.run(services) }

    var invocation: GraphInvocation {
        GraphInvocation(
            path: path, sent: sent.options, answer: answer.options, sending: sending.options, acting: acting.options,
            asJSON: json.json, isVerbose: common.behavior.verbose)
    }
}
