import AccountProfiles
import ArgumentParser
import HTTPTransport
import MicrosoftGraph

/// `acct batch`: many Graph requests, twenty in one.
struct Batch: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch",
        abstract: "Send many requests to Microsoft Graph, packed into batches.",
        discussion: """
            Reads one request a line: a method and a path, or a JSON object with method, url, and as needed id, \
            headers, body and dependsOn. Empty lines and lines that begin with # are left out. A whole $batch document \
            ({"requests":[…]}) will do too. Twenty go in one batch, four batches at a time. Ids are made where none \
            is given.

              acct batch requests.txt
              sed 's|^|GET /users/|' ids.txt | acct batch | jq .status
              echo 'POST /me/messages/ID/send' | acct batch -p work
              echo '{"method":"POST","url":"/teams","body":{}}' | acct batch

            Prints each answer as a line of JSON with id, status, headers and body, in the order of the requests and as \
            soon as it is there; the values are those that Graph sent. A request that is throttled is sent again, \
            alone, after the time it asks for; so is a read after 503 or 504. Requests that depend on each other share \
            a batch: Graph takes a chain of up to twenty, or several that wait for the same one. The exit code is 0 \
            when every request succeeded, 6 when one was refused, and 7 when all that failed would have to wait longer \
            than --max-wait.

            One profile sends all of it, and the first 1,000 requests decide which: a rule, when it would be the same \
            profile for each of them, or what they name. When they are meant for different profiles nothing is sent \
            until --profile says who acts. A batch of reads is a read, which read-only profiles may send.

            A file, and the first 1,000 requests of stdin, are read and checked before anything is sent. \
            What follows on stdin is read while answers come, in constant memory: there, nothing can depend on \
            anything, a bad line ends the run with those before it done, and the first write must not come so late \
            unless --profile says who acts.
            """)

    @Argument(help: "A file with the requests, or - for stdin. Else stdin.", completion: .file())
    var file = "-"

    @Flag(help: "Send the requests to the beta version.")
    var beta = false

    @OptionGroup
    var limit: MaxWaitOption

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        services.http.prepare()
        let version = beta ? "beta" : "v1.0"
        let input = try BatchInput(file)
        if file == "-", services.terminal.inputIsTerminal {
            services.output.note("Type one request a line, such as GET /me; Ctrl-D sends them.")
        }
        let reader = BatchReader(version: version) { try await input.next() }
        let head = try await reader.head(limit: file == "-" ? Batch.readAhead : nil)
        guard !head.isEmpty else { return services.output.note("There are no requests, so nothing was sent.") }
        let (action, selection) = try services.selector.select(profile.name, for: head)
        let graph = try services.graph
        if action.isWrite || (selection.isNamed && selection.profile.mode == .readWrite) {
            await reader.allowWritesAfterHead()
        }
        var printer = BatchPrinter(output: services.output)
        let sender = BatchSender(
            try graph.client(for: selection.profile, policy: limit.policy), version: version,
            policy: limit.policy,
            onWait: { wait, count in
                services.output.note("Waiting \(wait.components.seconds) s before sending \(count) requests again.")
            })
        try await BatchRun(sender, reader).forEachResponse { printer.print($0) }
        try services.usageRecorder.record(action, as: selection.profile)
        if let (failure, request) = printer.failure {
            throw await graph.explain(failure, of: request, as: selection.profile)
        }
    }

    /// How many requests of stdin are known before one is sent.
    private static let readAhead = 1000
}

extension Selection {
    /// Whether this very command says who acts.
    fileprivate var isNamed: Bool { step == .flag || step == .environment }
}
