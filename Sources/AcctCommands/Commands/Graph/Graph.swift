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
              acct graph /users --paginate --select displayName,mail --format csv > users.csv
              acct graph /users/delta --ndjson --delta-file users.delta
              acct graph /me/messages -f subject=Hello -f 'toRecipients[][emailAddress][address]=a@b.com'
              acct graph /me --all-profiles
              acct graph /organization --cache 1d --stale-ok 30d
              acct graph /me/sendMail --input mail.json
              acct graph -X PATCH /me/events/ID -d '{"subject":"Later"}'
              acct graph -X PUT /me/drive/root:/big.iso:/content --input big.iso
              acct graph /me/messages/ID/attachments --input report.pdf
              acct graph /users --jq '.value[].displayName'
              acct graph '/me/photo/$value' --output me.jpg
              acct graph -X DELETE /groups/ID --dry-run

            Fields make a JSON body. -f gives a string. -F also gives true, false, null and numbers, the text of a \
            file with @FILE (@- is stdin), and any JSON with NAME:=JSON. NAME is a[b] for a member of an object and \
            a[] for an element of an array; a[][b] begins the next element when the last one has a b already. With \
            GET, and beside --input, fields go into the query.

            A header X-HTTP-Method or X-HTTP-Method-Override counts as the method that it names: with DELETE in it, a \
            GET is a write.

            Pages are printed as they arrive. When a run over pages ends early, all printed items are complete, a \
            document holds the link to the remaining items as @odata.nextLink, the exit code is not 0, and stderr \
            names the link for --resume-from. With --output, FILE stays as it was, and the \
            items so far are in FILE.partial. A link that ends in #item=N resumes after the first N items of its page.

            --format csv is RFC 4180 with a header; tsv writes tabs, line ends and backslashes in values as \\t, \\n and \
            \\\\. Numbers stay as received, null is empty, and objects are JSON.

            A file of more than 4 MiB for a drive item's content is uploaded in pieces; so is one of 3 MiB or more for \
            the attachments of a message or an event, where a smaller one is sent as a fileAttachment. After an \
            interruption, run the same command again to resume, as long as the file is unchanged and the server knows \
            the upload. A download with --output resumes in the same way if the server supports ranges and strong \
            ETags; until then the received part is beside FILE, under a name that begins with .acct-.

            Connecting may take ten seconds, and the response may take a hundred to begin. A read is then sent once \
            more, and waits for what is left of --max-wait; a write, which is sent once, waits for all of it. Within a \
            body the server may be silent for thirty seconds, or for --max-wait if that is less (0 only turns retries \
            off). A body may take any time while bytes arrive.

            A pipe or a file gets the bytes as received. A terminal gets the same document indented and in colours, \
            through the pager that ACCT_PAGER or PAGER names; quitting the pager ends the command. \
            --jq needs the system's libjq. Before version 1.7 libjq rounds numbers beyond 2^53 and drops final zeros; \
            the program . alone passes the document on as received.
            """)

    @Argument(help: "The path, such as /me/messages.", completion: .graphPaths)
    var path: String

    @OptionGroup(title: "Request")
    var requestOptions: RequestOptions

    @OptionGroup(title: "Response")
    var output: OutputOptions

    @OptionGroup(title: "Pages")
    var pages: PageOptions

    @OptionGroup(title: "Cached responses")
    var cache: CacheOptions

    @OptionGroup(title: "Waiting")
    var waiting: WaitOptions

    @OptionGroup
    var profile: ProfileOption

    @Flag(help: "Show the profile, the request and the scope that it needs, and send nothing. With --json as JSON.")
    var dryRun = false

    @OptionGroup(title: "Several profiles")
    var several: SeveralProfilesOptions

    @OptionGroup
    var progress: ProgressOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var graphCommon: GraphCommonOptions

    var common: CommonOptions { graphCommon.common }
    var progressFormat: ProgressFormat? { progress.format }

    /// Selects the profile, builds the request, sends it and prints the response.
    func run(_ services: Services) async throws {
        if requestOptions.stdinReaders > 0, services.terminal.inputIsTerminal {
            services.output.note("Type or paste the body; Ctrl-D ends it.")
        }
        if dryRun {
            let request = try requestOptions.request(for: path)
            try services.output.print(DryRun(of: request, as: profile.name, in: services), asJSON: json.json)
            return services.output.note("Nothing was sent.")
        }
        // A cached response needs no network.
        if cache.cache == nil { services.http.prepare() }
        let printer = try output.printer(to: services.output)
        let request = try requestOptions.request(for: path)
        try pages.requireLink(to: request)
        noteMisunderstandings(of: request, services)
        // Logged requests would stand between the lines of a pager.
        if output.isForReading, common.behavior.loggedDetail == nil { usePager(services) }
        defer { services.output.end() }
        if several.isGiven { return try await readAsSeveralProfiles(request, printedBy: printer, in: services) }
        do {
            try await send(request, printer, in: services)
        } catch {
            printer.headFiles.writeMissing()
            throw error
        }
    }

    /// Options that do something else than they do in other tools.
    private func noteMisunderstandings(of request: GraphRequest, _ services: Services) {
        if request.headers.contains("Authorization") {
            services.output.note("The header Authorization is left out: the request carries the token of the profile.")
        }
        // Pages smaller than those that Graph has by itself only take longer, so something else is meant.
        if pages.ndjson, pages.maxItems == nil, let top = requestOptions.query.top, top < 100 {
            services.output.note(
                "--top is the size of a page, and all pages are fetched. To end after that many: --max-items \(top)")
        }
        if let file = output.output, ["json", "jsonc", "ndjson", "yaml", "table", "csv", "tsv"].contains(file) {
            services.output.note("-o names a file: the response goes into ./\(file). Leave -o out to see it.")
        }
    }

    private func usePager(_ services: Services) {
        let command = PagerCommand(
            in: services.environment, outputIsTerminal: services.terminal.outputIsTerminal,
            allowsInput: services.allowsInput)
        if let command { services.output.page(through: command) }
    }

    private func send(_ request: GraphRequest, _ printer: GraphPrinter, in services: Services) async throws {
        let graph = try services.graph
        // A link is sent in place of the path, and alone says whose data it is about.
        let sent = pages.resumeFrom.map { GraphRequest(path: PagePosition($0).link) } ?? request
        let (action, profile) = try services.selector.select(profile.name, for: sent)
        var printer = printer
        (printer.profile, printer.errorsAreJSON) = (profile.name, json.json)
        let call = try graph.call(request, as: profile, policy: waiting.policy)
        let cached = try cache.responses(in: services)
        let recorder = try services.usageRecorder
        let recording = FirstPageRecording {
            // A batch is a success even where all of its requests have failed.
            recorder.record(action, as: profile, served: request.isBatch ? [] : nil, page: $0)
        }
        do {
            if let cached {
                let (response, isStored) = try await cached.response(to: call)
                let page = try await printer.print(response, of: request)
                if !isStored { await recording.end(with: page) }
            } else if pages.isGiven {
                await recording.end(with: try await printPages(of: call, printer, onFirst: recording.begin))
            } else {
                await recording.end(with: try await transfer(call, printer, in: services))
            }
        } catch {
            // The use that the first page has proven is recorded all the same.
            await recording.end()
            let cause: any Error = (error as? HTTPError).map { Failure($0, of: request, as: profile.name) } ?? error
            guard var failure = cause as? Failure else { throw ActingError(profile: profile.name, cause: cause) }
            if failure.response != nil { recorder.recordUse(as: profile) }
            services.output.end()
            failure.profile = failure.profile ?? profile.name.text
            throw graph.explain(failure, of: request, as: profile)
        }
    }

    /// - Returns: the first page.
    private func printPages(
        of call: GraphCall, _ printer: GraphPrinter, onFirst: @escaping @Sendable (GraphPage) -> Void
    ) async throws -> GraphPage? {
        let delta = try pages.deltaFile.map { try DeltaFile($0, for: call) }
        let all = call.client.pages(
            call.request, from: pages.resumeFrom ?? delta?.link,
            fetchingAhead: pages.fetchesAll && pages.maxItems == nil)
        let run = PagePrinter(printer, pages, columns: call.request.selectedProperties)
        do {
            let outcome = try await run.print(all, onFirst: onFirst)
            if !outcome.isCut { try delta?.save(outcome.deltaLink) }
            return outcome.first
        } catch {
            throw delta?.explain(error) ?? error
        }
    }

    /// Sends a single request, whose file may be uploaded in pieces and whose response may be a download to resume.
    ///
    /// - Returns: the document.
    private func transfer(
        _ call: GraphCall, _ printer: GraphPrinter, in services: Services
    ) async throws -> GraphPage? {
        let transfer = GraphTransfer(
            client: call.client, profile: call.profile.name, options: waiting, output: services.output,
            asJSON: json.json)
        let upload = try ResumableUpload(call, in: services)
        let download = try ResumableDownload(call, to: printer, in: services)
        return try await transfer.send(download?.request ?? call.request, resuming: upload) { response in
            guard let download else { return try await printer.print(response, of: call.request) }
            return try await download.print(response)
        }
    }

    private func readAsSeveralProfiles(
        _ request: GraphRequest, printedBy printer: GraphPrinter, in services: Services
    ) async throws {
        let hints = Action(request, nil).hints
        let profiles = SeveralProfiles(
            try several.profiles(in: services.profiles), printedBy: printer, in: services)
        try await profiles.read(request, areNamed: !several.allProfiles) { profile, services, emit in
            let call = try services.graph.call(request, as: profile, policy: waiting.policy)
            if let cached = try cache.responses(in: services) {
                let (response, isStored) = try await cached.response(to: call)
                emit(try await response.document(of: request))
                if isStored { return }
            } else if pages.isGiven {
                try await pages.read(call, as: profile.name, among: several.name, emit)
            } else {
                emit(try await call.client.stream(request).document(of: request))
            }
            try services.usageRecorder.recordUse(as: profile, served: hints)
        }
    }
}
