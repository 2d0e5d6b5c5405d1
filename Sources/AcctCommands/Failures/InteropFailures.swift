import AccountProfiles
import AuthCore
import MicrosoftGraph

/// Files of other programs. Nothing is stored or overwritten when one cannot be used.
extension Failure {
    init(_ error: UnreadableFile) {
        self.init(.usage, "\(error.sentence) Nothing was stored.")
    }

    /// The sentence on a file that cannot be read, wherever it was named.
    ///
    /// - Parameter code: the system's error number.
    static func cannotRead(_ path: String, _ code: Int32) -> String { "Cannot read \(path): \(systemReason(code))." }

    static func notACache(_ path: String, _ problem: UnifiedCacheError) -> Failure {
        Failure(.failed, "\(path) is not a token cache: \(problem.sentence) Nothing was stored.")
    }

    static func notAPermissionList(_ path: String, _ problem: PublishedPermissionsError) -> Failure {
        Failure(
            .failed,
            "\(path) is not Microsoft's list of permissions: \(problem.sentence) Nothing was stored.",
            leadIn: "To fetch and import it:", command: .importPermissions)
    }

    /// - Parameter reason: a sentence.
    static func notDefinitions(_ path: String, _ reason: String) -> Failure {
        Failure(
            .failed, "\(path) was not written by acct export: \(reason) Nothing was stored.",
            command: "acct import --help")
    }

    static func noAzureCache(in folder: String) -> Failure {
        Failure(
            .failed, "The Azure CLI has no tokens in \(folder).", leadIn: "Sign in to it first, or add accounts here:",
            command: "acct add")
    }

    static func encryptedAzureCache(in folder: String) -> Failure {
        Failure(
            .failed, "The Azure CLI encrypts its tokens in \(folder), so its accounts cannot be read.",
            leadIn: "Add them here:", command: "acct add")
    }

    static func noAccountToImport(from path: String) -> Failure {
        Failure(.failed, "No account in \(path) can be imported. Nothing was stored.")
    }

    static func severalProfilesForName(_ count: Int) -> Failure {
        Failure(
            .usage, "The import makes \(count) profiles, but --name names only one. Leave it out.",
            leadIn: "To rename them later:", command: "acct rename OLD NEW")
    }

    /// - Parameters:
    ///   - hosts: those that are neither of a Microsoft cloud nor trusted; empty where the profiles have other faults.
    ///   - retryCommand: the command with all these hosts.
    static func everyProfileSkipped(hosts: [String], retryCommand: SuggestedCommand) -> Failure {
        guard !hosts.isEmpty else { return Failure(.failed, "No profile of the file could be imported.") }
        let (verb, object) = hosts.count == 1 ? ("is", "it") : ("are", "them")
        return Failure(
            .policy,
            "No profile was imported: \(hosts.joined(separator: ", ")) \(verb) not in a Microsoft cloud.",
            leadIn: "To trust \(object):", command: retryCommand)
    }
}

/// The file with tokens that `acct export` writes for another program.
extension Failure {
    static let exportCancelled = Failure(.cancelled, "Nothing was written.")

    init(exporting error: OutputFileError) {
        switch error {
        case .nameInUse(let path):
            self.init(.usage, "\(path) already exists. Choose another --output, or add --force to replace it.")
        case .unsuitable(let path, let code), .cannotWrite(let path, let code):
            self.init(.failed, "Cannot write \(path): \(Self.systemReason(code)).")
        }
    }

    static func exportNotConfirmed(of profile: ProfileName, to path: String) -> Failure {
        Failure(
            .policy, "The tokens would be written unencrypted, and everyone who reads them can act as that account.",
            leadIn: "To confirm, add --yes:",
            command: "acct export --format msal \(profile) --output \(path) --yes", profile: profile.text)
    }

    /// The tokens of a read-only profile may allow more than its own commands do with them.
    static func readOnlyExport(of profile: ProfileName) -> Failure {
        Failure(
            .policy,
            "Profile \(profile) is read-only, and a program that has its refresh token can get tokens that allow "
                + "changes. Nothing was written.", leadIn: "Export a profile that may write:",
            command: "acct list", profile: profile.text)
    }

    static func nothingToExport(of profile: ProfileName) -> Failure {
        Failure(
            .signInRequired, "\(profile) has no token to export.", leadIn: "Sign in first:",
            command: .signIn(to: profile), profile: profile.text)
    }
}

extension UnifiedCacheError {
    fileprivate var sentence: String {
        switch self {
        case .empty: "it is empty."
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MB."
        case .webPage: "it is a web page."
        case .notJSON: "it is not valid JSON. A cache that its program encrypts cannot be read."
        case .notACache: "it is JSON, but not of this form."
        case .wrongType(let member): "its member \(member) is not a JSON object."
        }
    }
}

extension PublishedPermissionsError {
    fileprivate var sentence: String {
        switch self {
        case .empty: "it is empty."
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MB."
        case .notJSON: "it is not valid JSON."
        case .malformed(""): "it is JSON, but not of this form."
        case .malformed(let place): "it is JSON, but \"\(place)\" is not of the right form."
        case .noRequests: "it covers no request."
        }
    }
}
