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

            Prints each response as a line of JSON with id, status, headers and body, in the order of the requests and \
            as soon as it arrives; the values are those that Graph sent. A throttled request is sent again, alone, \
            after the time that Graph asks for; so is a read after 503 or 504. Requests that depend on each other share \
            a batch: Graph takes a chain of up to twenty, or several that wait for the same one. The exit code is 0 \
            when every request succeeded, 6 when one was refused, and 7 when all that failed would have to wait longer \
            than --max-wait.

            One profile sends all requests. The first 1,000 of them decide which: by a rule that is the same for each, \
            or by the tenants and items that they address. If they belong to different profiles, nothing is sent \
            until --profile names one. A batch of reads is a read, which read-only profiles may send.

            A file, and the first 1,000 requests of stdin, are read and checked before anything is sent. \
            The remainder of stdin is read while responses arrive, in constant memory: there, requests cannot depend \
            on each other, a bad line ends the run after the requests before it, and the first write is refused unless \
            --profile names the profile.
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
        let requests = try await BatchSource(file, version: version, thenEnding: "sends them", in: services)
        let (reader, head) = (requests.reader, requests.head)
        guard !head.isEmpty else { return services.output.note("There are no requests, so nothing was sent.") }
        let (action, selection) = try services.selector.select(profile.name, for: head)
        let graph = try services.graph
        if action.isWrite || (selection.isNamed && selection.profile.mode == .readWrite) {
            await reader.allowWritesAfterHead()
        }
        var printer = BatchPrinter(output: services.output, clock: services.clock)
        let sender = BatchSender(
            try graph.client(for: selection.profile, policy: limit.policy), version: version,
            policy: limit.policy,
            onWait: { wait, count in
                services.output.note("Waiting \(wait.components.seconds) s before sending \(count) requests again.")
            })
        var served: [TenantHint] = []
        let selector = try services.selector
        let run = BatchRun(sender, reader) { try selector.check($0, belongTo: selection) }
        try await run.forEachResponse { response in
            printer.print(response)
            if response.isSuccess, served.count < Self.recordedLimit {
                served += Action(response.graphRequest, nil).hints
            }
        }
        try services.usageRecorder.record(action, as: selection.profile, served: served)
        if let (failure, request) = printer.failure {
            throw await graph.explain(failure, of: request, as: selection.profile)
        }
    }

    /// The number of hints that a batch leaves in the usage history.
    private static let recordedLimit = 100
}

extension Selection {
    /// Whether the command or its environment names the profile.
    fileprivate var isNamed: Bool { step == .flag || step == .environment }
}
