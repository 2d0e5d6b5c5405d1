import AccountProfiles
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// The file of `--delta-file`: the link to what has changed since the last complete run, and whose it is.
struct DeltaFile {
    private let path: String
    private let file: OutputFile
    private let request: String
    private let profile: String
    private let account: String?
    private let client: GraphClient
    /// Nil before the first complete run.
    let link: String?

    private struct Contents: Codable {
        let profile: String
        /// The account that read the changes, whatever the name of its profile; nil in files of earlier versions.
        let account: String?
        let request, deltaLink: String
    }

    /// A longer file was not written by acct.
    private static let sizeLimit = 1 << 20

    /// - Throws: `Failure` of kind `usage` for a file with something else in it, or of another request or profile, and for
    ///   one that cannot be read or written; before anything is sent.
    init(_ path: String, for call: GraphCall) throws {
        self.path = path
        request = try call.url
        profile = call.profile.name.text
        account = call.profile.accountAndTenant
        client = call.client
        // Whether the file can be written is known before the items are printed.
        file = try OutputFile(path)
        guard file.exists else {
            link = nil
            return
        }
        // A larger file is cut off, and is no JSON then.
        guard let bytes = try? RegularFile(path, limit: Self.sizeLimit).bytes,
            let contents = try? JSONDecoder().decode(Contents.self, from: Data(bytes))
        else { throw Failure.notADeltaFile(path) }
        let isOwn = contents.account == nil ? contents.profile == profile : contents.account == account
        guard isOwn, contents.request == request else {
            let hasOtherAccount = !isOwn && contents.profile == profile
            throw Failure.otherDeltaFile(
                path, request: contents.request, profile: contents.profile, hasOtherAccount: hasOtherAccount)
        }
        link = contents.deltaLink
    }

    /// Replaces the file in one step.
    ///
    /// - Parameter link: nil when the run has no end from which changes count.
    func save(_ link: String?) throws {
        guard let link else { throw Failure.noDeltaLink(request) }
        // A link that could not be followed must not replace one that can.
        try client.requireOnGraph(link: link)
        let contents = Contents(profile: profile, account: account, request: request, deltaLink: link)
        try file.write(Data((try JSONText.of(contents, pretty: true) + "\n").utf8))
        try file.commit()
    }

    /// The failure of a run that began at the link, which the server may have forgotten.
    func explain(_ error: any Error) -> any Error {
        guard link != nil, var failure = error as? Failure, failure.response?.hasExpiredLink == true else {
            return error
        }
        failure.remedy = Remedy(leadIn: "To read everything again:", "rm \(path)")
        return failure
    }
}
