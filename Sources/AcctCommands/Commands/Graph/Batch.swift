import AccountProfiles
import ArgumentParser
import FoundationEssentials
import Glibc
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
        let input = try BatchInput(file)
        if file == "-", services.terminal.inputIsTerminal {
            services.output.note("Type one request a line, such as GET /me; Ctrl-D sends them.")
        }
        let reader = BatchReader(version: version) { try await input.next() }
        let head = try await reader.head(limit: file == "-" ? Self.readAhead : nil)
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

    /// The number of requests of stdin that are read before one is sent.
    private static let readAhead = 1000
    /// The number of hints that a batch leaves in the usage history.
    private static let recordedLimit = 100
}

extension Selection {
    /// Whether the command or its environment names the profile.
    fileprivate var isNamed: Bool { step == .flag || step == .environment }
}

/// The bytes of a file or of stdin, in pieces.
private final class BatchInput: Sendable {
    private let descriptor: Int32
    private let path: String

    /// - Parameter path: `-` for stdin.
    /// - Throws: `Failure` of kind `usage` for a file that cannot be read.
    init(_ path: String) throws {
        self.path = path
        descriptor = path == "-" ? STDIN_FILENO : open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.unreadable(path, code: errno) }
    }

    deinit {
        if path != "-" { close(descriptor) }
    }

    /// The next bytes; nil at the end. The wait for them blocks a thread of its own, and none of the pool.
    func next() async throws -> Data? {
        try await withCheckedThrowingContinuation { continuation in
            let isStarted = DetachedThread.start { continuation.resume(with: Result { try self.read() }) }
            if !isStarted { continuation.resume(throwing: Self.unreadable(path, code: EAGAIN)) }
        }
    }

    private func read() throws -> Data? {
        guard let bytes = readSome(from: descriptor, upTo: 1 << 16) else {
            throw Self.unreadable(path, code: errno)
        }
        return bytes.isEmpty ? nil : bytes
    }

    private static func unreadable(_ path: String, code: Int32) -> Failure {
        Failure.unreadableRequests(path, code: code)
    }
}
