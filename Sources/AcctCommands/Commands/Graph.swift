import AccountProfiles
import ArgumentParser
import AuthCore
import Foundation
import HTTPTransport
import MicrosoftGraph

/// `acct graph`: one Graph request.
struct Graph: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "graph",
        abstract: "Send a request to Microsoft Graph.",
        discussion: """
            The path is what the documentation shows, with or without a leading slash; v1.0 unless it says beta. \
            A full URL must be on the profile's Graph host: the token goes nowhere else.

              acct graph /me
              acct graph '/users?$top=5&$select=displayName' -p work
              acct graph /users --paginate > users.json
              acct graph /me/sendMail --input mail.json
            """)

    @Argument(help: "The path, such as /me/messages.", completion: .graphPaths)
    var path: String

    @Option(name: [.customShort("X"), .long], help: "The method. Else GET, or POST with --input.")
    var method: String?

    @Option(name: [.customShort("H"), .long], help: "A header, as “Name: value”; repeat it for more.")
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with the body, or - for stdin. JSON unless a Content-Type header says otherwise.",
            valueName: "file"),
        completion: .file())
    var input: String?

    @Flag(name: [.short, .long], help: "Print the status line and the headers before the body.")
    var include = false

    @Flag(help: "Print no body.")
    var silent = false

    @Flag(help: "Fetch every page and print one document with all items.")
    var paginate = false

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if paginate, input != nil || (method ?? "GET").uppercased() != "GET" {
            throw ValidationError("--paginate reads: it goes with GET and without --input.")
        }
    }

    func run(_ context: Context) async throws {
        let request = try request()
        let required = try context.requiredPermissions(method: request.method, path: ResourcePath(request.path))
        let action = Action(request, required)
        let selection = try context.select(profile.name, for: action, need: required.map(Need.init))
        let printer = GraphPrinter(output: context.output, includesHead: include, isSilent: silent)
        let client = try context.graphClient(for: selection.profile)
        do {
            let page =
                paginate
                ? try await printer.print(pages: client.pages(request))
                : try await printer.print(try await client.stream(request), of: request)
            context.learn(from: page, to: action, as: selection.profile)
        } catch let failure as Failure {
            throw await context.explaining(failure, of: request, as: selection.profile)
        }
    }

    /// What the options ask for.
    func request() throws -> GraphRequest {
        var headers = HTTPHeaders()
        for line in header {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
                throw Failure(.usage, "“\(line)” is not a header: write it as “Name: value”.")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.add(String(line[..<colon]), String(value))
        }
        let body = try input.map(body(from:))
        if body != nil, !headers.contains("Content-Type") { headers["Content-Type"] = "application/json" }
        return GraphRequest(
            method: method ?? (body == nil ? "GET" : "POST"), path: path, headers: headers, body: body)
    }

    private func body(from input: String) throws -> HTTPBody {
        if input == "-" { return .bytes(FileHandle.standardInput.readDataToEndOfFile()) }
        guard FileManager.default.isReadableFile(atPath: input) else {
            throw Failure(.usage, "Cannot read \(input). Give a file with the body, or - for stdin.")
        }
        return .file(path: input)
    }
}

extension Context {
    fileprivate func graphClient(for profile: Profile) throws -> GraphClient {
        guard let endpoint = profile.graph else {
            throw Failure(
                .usage,
                "Profile \(profile.name) has no Graph: its issuer is \(profile.authority.url). "
                    + "Name a profile of a Microsoft account with --profile.", profile: profile.name.text)
        }
        return GraphClient(endpoint: endpoint, http: patientHTTP()) { [self] demand in
            switch demand {
            case .any: try await token(for: profile).accessToken
            case .fresh: try await token(for: profile, forceRefresh: true).accessToken
            case .claims(let claims): try await token(for: profile, claims: claims).accessToken
            }
        }
    }
}
