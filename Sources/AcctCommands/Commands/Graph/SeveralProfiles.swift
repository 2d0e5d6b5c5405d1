import AccountProfiles
import AccountStore
import ArgumentParser
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// The options that read as several profiles at once.
struct SeveralProfilesOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read as each of these profiles at once, separated by commas. Each response is a line of JSON with profile "
                + "and value, or profile and the error that --json reports, as soon as it arrives. --jq reads these lines.",
            valueName: "names"),
        completion: .profileNameList)
    var profiles: String?

    @Flag(
        help: ArgumentHelp(
            "Read as every profile. A profile that cannot serve the request has the reason in its line, as skipped, and "
                + "is not a failure. To try it, name it with --profiles."))
    var allProfiles = false

    var isGiven: Bool { profiles != nil || allProfiles }

    /// The option that is given.
    var name: String { allProfiles ? "--all-profiles" : "--profiles" }

    func validate() throws {
        if profiles != nil, allProfiles { throw ValidationError("Give only one of --profiles and --all-profiles.") }
        if let profiles, names(in: profiles).isEmpty {
            throw ValidationError("--profiles takes names separated by commas: --profiles work,home")
        }
    }

    /// The named profiles, each once, or all of them.
    ///
    /// - Throws: `ProfileError.unknown`, `SelectionError.noProfiles`.
    func profiles(in repository: ProfileRepository) throws -> [Profile] {
        guard let profiles else {
            let all = try repository.profiles()
            guard !all.isEmpty else { throw SelectionError.noProfiles }
            return all
        }
        var seen: Set<ProfileName> = []
        return try names(in: profiles).map { try repository.profile(named: $0) }
            .filter { seen.insert($0.name).inserted }
    }

    private func names(in list: String) -> [String] {
        list.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    }
}

/// A read as several profiles at once, each with its own token. No question is asked.
struct SeveralProfiles: Sendable {
    /// Reads as one profile. `emit` gets JSON documents: one for a response, one for each item of a stream.
    typealias Read = @Sendable (Profile, Services, _ emit: @Sendable (Data) -> Void) async throws -> Void

    private let profiles: [Profile]
    private let services: Services
    private let rows: ProfileResultPrinter

    /// The number of profiles that are read as at once. More would cost memory, fewer would make fifty wait.
    private static let width = 64

    /// - Parameter printer: the destination of the rows.
    init(_ profiles: [Profile], printedBy printer: GraphPrinter, in services: Services) {
        self.profiles = profiles
        self.services = services
        rows = ProfileResultPrinter(printer)
    }

    /// Prints a row for each result as it arrives.
    ///
    /// - Parameter areNamed: whether the person named the profiles, so that they try a request that seems impossible.
    /// - Throws: `Failure` of kind `policy` for a write, and `Failure.noProfileLeft`, both with nothing sent; of the kind of
    ///   the failures when a profile fails.
    func read(_ request: GraphRequest, areNamed: Bool, _ read: @escaping Read) async throws {
        guard !request.isWrite else { throw Failure.writeAsSeveralProfiles(request) }
        let action = try services.permissions.action(of: request, parts: request.batchedRequests ?? []).action
        let skipped = areNamed ? [] : profiles.compactMap { Candidate($0, unableTo: action) }
        for candidate in skipped { rows.print(skipped: candidate) }
        let skippedNames = Set(skipped.map(\.profile.name))
        let profiles = profiles.filter { !skippedNames.contains($0.name) }
        await withTaskGroup(of: Void.self) { group in
            for (index, profile) in profiles.enumerated() {
                if index >= Self.width { await group.next() }
                group.addTask {
                    let flag = areNamed ? profile.name.text : nil
                    let services = services.nonInteractive(about: profile.name)
                    do {
                        let context = SelectionContext(action: action, flag: flag)
                        _ = try Ladder(profiles: [profile], context: context).select()
                        try await read(profile, services) { rows.print($0, of: profile.name) }
                    } catch {
                        let failure = Failure(error)
                        if failure.response != nil { try? services.usageRecorder.recordUse(as: profile) }
                        let explained = try? services.graph.explain(failure, of: request, as: profile)
                        rows.print(explained ?? failure, of: profile.name)
                    }
                }
            }
        }
        rows.noteMorePages(among: profiles)
        try rows.end()
        if profiles.isEmpty { throw Failure.noProfileLeft(skipped) }
        if let failure = rows.failure(among: profiles) { throw failure }
    }
}

extension HTTPStreamedResponse {
    /// The body as a JSON document: JSON unchanged but for a byte order mark, text as a string, an empty body as null.
    ///
    /// - Throws: `Failure` of kind `api` for an error status, of kind `failed` for binary data, and as
    ///   `Failure.init(unusable:of:as:)`.
    func document(of request: GraphRequest) async throws -> Data {
        let response = try await GraphResponse(reading: self)
        guard response.isSuccess else { throw Failure(response, of: "\(request.method) \(request.path)") }
        if let failure = Failure(unusable: response, of: request) { throw failure }
        if response.body.isEmpty { return Data("null".utf8) }
        if let json = response.json { return json }
        guard let text = String(validating: response.body, as: UTF8.self) else {
            throw Failure.notADocument
        }
        return Data(try JSONText.of(text, pretty: false).utf8)
    }
}

extension PageOptions {
    /// Reads the pages of a collection, as one document or item by item.
    ///
    /// - Parameter option: the one that chose the profiles, which a command that resumes does without.
    /// - Throws: `Failure`, with the link to resume from where items were emitted before it.
    func read(
        _ call: GraphCall, as profile: ProfileName, among option: String, _ emit: (Data) -> Void
    ) async throws {
        var pages = call.client.pages(call.request).makeAsyncIterator()
        do {
            if ndjson {
                try await pages.forEachItem(upTo: maxItems ?? .max, emit)
            } else {
                emit(try await pages.document())
            }
        } catch {
            // A document is printed whole or not at all, so there is nothing to go on from.
            throw Failure(error, resumingAt: ndjson ? pages.link : nil, as: profile, insteadOf: option)
        }
    }
}

extension GraphPages.Iterator {
    /// All pages as one document. A document that is not a collection stays as it is.
    fileprivate mutating func document() async throws -> Data {
        var joined = JoinedPages()
        var text = Data()
        while let page = try await next() {
            guard joined.pageCount > 0 || page.isCollection else { return page.body }
            text += try joined.text(of: page)
        }
        return text + joined.end()
    }

    /// Each item as it arrives. A document that is not a collection is one item.
    ///
    /// - Parameter limit: the most items.
    fileprivate mutating func forEachItem(upTo limit: Int, _ body: (Data) -> Void) async throws {
        var count = 0
        while count < limit, let page = try await next() {
            for item in (page.isCollection ? page.items : [page.body]).prefix(limit - count) {
                count += 1
                body(item)
            }
        }
    }
}
