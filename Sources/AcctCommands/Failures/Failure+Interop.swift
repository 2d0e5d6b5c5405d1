import AuthCore
import Foundation
import MicrosoftGraph

extension Failure {
    init(_ error: InteropError) {
        switch error {
        case .cannotRead(let path, let code):
            self.init(.usage, "Cannot read \(path): \(String(cString: strerror(code))). Nothing was stored.")
        case .notACache(let path, let problem):
            self.init(.failed, "\(path) is no token cache: \(problem.sentence) Nothing was stored.")
        case .notAPermissionList(let path, let problem):
            self.init(
                .failed,
                "\(path) is not Microsoft's list of permissions: \(problem.sentence) Nothing was stored. It is "
                    + "permissions.json in github.com/microsoftgraph/microsoft-graph-devx-content.",
                command: "acct scopes --import permissions.json")
        case .noAzureCache(let folder):
            self.init(
                .failed, "The Azure CLI has no tokens in \(folder). Sign in to it first, or add accounts here:",
                command: "acct add")
        case .encryptedAzureCache(let folder):
            self.init(
                .failed,
                "The Azure CLI encrypts its tokens in \(folder), so its accounts cannot be read. Add them here:",
                command: "acct add")
        case .noAccount(let path):
            self.init(.failed, "\(path) is a token cache with nobody in it who could come in. Nothing was stored.")
        case .severalForName(let count):
            self.init(
                .usage,
                "\(count) profiles would come in, and --name can name one only. Leave it out; rename them later:",
                command: "acct rename OLD NEW")
        default:
            self.init(export: error)
        }
    }

    private init(export error: InteropError) {
        switch error {
        case .fileExists(let path):
            self.init(.usage, "\(path) is there already. Give another --output, or --force to replace it.")
        case .cannotWrite(let path, let code):
            self.init(.failed, "Cannot write \(path): \(String(cString: strerror(code))).")
        case .exportNotConfirmed(let profile, let path):
            self.init(
                .policy,
                "The tokens would be in the clear: whoever reads them can act as that account. If that is what you "
                    + "want, say so with --yes:",
                command: "acct export --format msal \(profile) --output \(path.asShellWord) --yes", profile: profile)
        case .nothingToExport(let profile):
            self.init(
                .signInRequired, "There is no token to export. Sign in first:",
                command: "acct sign-in \(profile)",
                profile: profile)
        default:
            self.init(.failed, "\(error)")
        }
    }
}

extension UnifiedCacheError {
    fileprivate var sentence: String {
        switch self {
        case .empty: "it is empty."
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MB."
        case .webPage: "it is a web page."
        case .notJSON: "it is not JSON, or not all of it. A cache that its program encrypts cannot be read."
        case .notACache: "it is JSON, but of another kind."
        case .wrongType(let member): "its member \(member) is not a map."
        }
    }
}

extension PublishedPermissionsError {
    fileprivate var sentence: String {
        switch self {
        case .empty: "it is empty."
        case .tooLarge(let limit): "it is larger than \(limit >> 20) MB."
        case .notJSON: "it is not JSON, or not all of it."
        case .malformed(""): "it is JSON, but of another kind."
        case .malformed(let place): "it is JSON, but “\(place)” is not as it should be."
        case .nothing: "it opens no request."
        }
    }
}
