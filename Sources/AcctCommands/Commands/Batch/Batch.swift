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
            Reads one request a line: a method and a path, or a JSON object with method, url, and optionally id, \
            headers, body and dependsOn. Empty lines and lines that begin with # are skipped. A whole $batch document \
            ({"requests":[…]}) works too. A batch holds twenty requests, and four batches are sent at a time. A \
            request without an id gets one.

              acct batch requests.txt
              sed 's|^|GET /users/|' ids.txt | acct batch | jq .status
              echo 'POST /me/messages/ID/send' | acct batch -p work
              echo '{"method":"POST","url":"/teams","body":{}}' | acct batch
              acct batch users.txt --follow --jq '.body.value[].mail'

            Prints each response as a line of JSON with id, status, headers and body, in the order of the requests and \
            as soon as it arrives; the values are those that Graph sent. A throttled request is sent again, alone, \
            after the time that Graph asks for; so is a read after 503 or 504. Requests can depend on each other as \
            Graph allows: a chain, or several that wait for the same one. Those beyond twenty are sent once their \
            predecessor has succeeded; if it failed, they have the status 424. The exit code is 0 when every request \
            succeeded, 6 when one was refused, and 7 when all that failed would have to wait longer than --max-wait.

            A request without a response, because the connection broke or the response to the batch lacks it, has \
            status null and an error; if nothing else failed, the exit code is 1, or 7 after a broken connection. A \
            write among them may have been carried out: check before you send it again. After a broken connection, \
            and after Ctrl-C, nothing more is sent; requests without a line were not sent.

            One profile sends all requests. The first 1,000 of them decide which: by a rule that is the same for each, \
            or by the tenants and items that they address. If they belong to different profiles, nothing is sent \
            until --profile names one. A batch of reads is a read, which read-only profiles may send.

            A file, and the first 1,000 requests of stdin, are read and checked before anything is sent. \
            The remainder of stdin is read while responses arrive, in constant memory: there, requests cannot depend \
            on each other. A bad line ends the run after the requests before it, and so does a request that belongs to \
            another profile, or a write where the profile was inferred from the requests.
            """)

    @Argument(help: "A file with the requests, or - for stdin. Else stdin.", completion: .file())
    var file = "-"

    @Flag(help: "Send the requests to the beta version.")
    var beta = false

    @Option(
        name: [.customShort("H"), .long],
        help: "A header for each request that does not have it, as \"Name: value\"; repeat it for more.")
    var header: [String] = []

    @Flag(help: "Fetch all pages of each collection and join their items in its line.")
    var follow = false

    @Option(
        name: [.customShort("q"), .long],
        help: ArgumentHelp("Print the results of this jq program for each line.", valueName: "program"))
    var jq: String?

    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "Write the lines to a file once the run is complete, or to stdout for -. If an error or Ctrl-C ends the run, "
                + "the file is unchanged and the lines are in FILE.partial.", valueName: "file"),
        completion: .file())
    var output: String?

    @Flag(help: "Show the profile and the requests, and send nothing. With --json as JSON.")
    var dryRun = false

    @OptionGroup
    var limit: MaxWaitOption

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var progress: ProgressOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var graphCommon: GraphCommonOptions

    var common: CommonOptions { graphCommon.common }
    var progressFormat: ProgressFormat? { progress.format }

    func run(_ services: Services) async throws {
        if !dryRun { services.http.prepare() }
        let version = beta ? "beta" : "v1.0"
        var printer = try printer(services)
        let requests = try await BatchSource(
            file, version: version, headers: headers(services), readsAll: dryRun,
            thenEnding: dryRun ? "ends the list" : "sends them", in: services)
        let (reader, head) = (requests.reader, requests.head)
        if file != "-" { printer.total = head.count }
        guard !head.isEmpty else { return services.output.note("There are no requests, so nothing was sent.") }
        if dryRun {
            let dryRun = try BatchDryRun(of: head, as: profile.name, services.selector)
            try services.output.print(dryRun, asJSON: json.json)
            return services.output.note("Nothing was sent.")
        }
        let batch = try services.selector.select(profile.name, for: head)
        let selected = batch.selection.profile
        let graph = try services.graph
        let run = BatchRun(
            reader, over: try graph.client(for: selected, policy: limit.policy), policy: limit.policy,
            followsPages: follow,
            onWait: { wait, count in
                let seconds = max(wait.roundedUpSeconds, 1)
                services.output.note(
                    "Waiting \(seconds) s before sending \(count == 1 ? "1 request" : "\(count) requests") again.")
            },
            check: { requests in
                let unseen = requests.filter { $0.position >= head.count }
                if !unseen.isEmpty { try batch.check(unseen) }
            })
        let results = try await ActingError.naming(selected.name) { [printer] in
            try await Interruptible.run {
                try await Self.results(of: run, printedBy: printer)
            } onInterrupt: { error in
                guard error is Failure else { return }
                services.output.report(Failure(ActingError(profile: selected.name, cause: error)), asJSON: json.json)
            }
        }
        try services.usageRecorder.record(batch.action, as: selected, served: results.served)
        if let (failure, request) = results.printer.failure {
            let explained = graph.explain(failure, of: request, as: selected)
            throw ActingError(profile: selected.name, cause: explained)
        }
    }

    /// Prints the results as they arrive.
    ///
    /// - Returns: the printer, which has counted them, and what the requests that succeeded tell of tenants and items.
    /// - Throws: a `Failure` that names the requests without a response, or the error that ended the run where each
    ///   request that was sent has one.
    private static func results(
        of run: BatchRun, printedBy printer: BatchPrinter
    ) async throws -> (printer: BatchPrinter, served: [TenantHint]) {
        var printer = printer
        var served: [TenantHint] = []
        do {
            try await run.forEachResult { result in
                printer.print(result)
                if result.response?.isFulfilled == true, served.count < recordedLimit {
                    served += Action(result.request.standalone, nil).hints
                }
            }
        } catch {
            throw printer.end(after: error)
        }
        try printer.end()
        return (printer, served)
    }

    private func printer(_ services: Services) throws -> BatchPrinter {
        BatchPrinter(
            GraphPrinter(
                output: services.output, includesHead: false, isSilent: false,
                program: try jq.map { try JQProgram($0) },
                file: try output.flatMap { $0 == "-" ? nil : try OutputFile($0) }),
            clock: services.clock)
    }

    private func headers(_ services: Services) throws -> HTTPHeaders {
        var headers = try HTTPHeaders(typed: header)
        if headers.contains("Authorization") {
            services.output.note("The header Authorization is left out: the batch carries the token of the profile.")
            headers.remove("Authorization")
        }
        return headers
    }

    /// The number of hints that a batch leaves in the usage history.
    private static let recordedLimit = 2000
}
