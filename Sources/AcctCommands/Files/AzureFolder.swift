import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// The Azure CLI's files, which are only read.
struct AzureFolder {
    /// An account that is signed in to the Azure CLI, in one tenant.
    struct Login: Hashable {
        let username, type, tenantID: String
        /// Nil for a cloud that is not Microsoft's.
        let cloud: Cloud?
    }

    let path: String
    /// The token cache.
    let cachePath: String
    /// Whether the person has named the folder or the file.
    private let isNamed: Bool

    /// - Parameter path: the folder or the token cache in it; nil for `$AZURE_CONFIG_DIR` or `~/.azure`.
    init(_ path: String?, environment: Environment) {
        isNamed = path != nil
        let path = path ?? environment["AZURE_CONFIG_DIR"] ?? (environment["HOME"] ?? "") + "/.azure"
        var isFolder = false
        let isFile = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
        self.path = isFile ? ResolvedPath.parent(path) : path
        cachePath = isFile ? path : path + "/msal_token_cache.json"
    }

    /// The folder of the profile that `acct exec` acts as; nil where the variable for it is not set. The folder in the home
    /// directory can be another account's.
    init?(ofExec environment: Environment) {
        guard environment["AZURE_CONFIG_DIR"] != nil else { return nil }
        self.init(nil, environment: environment)
    }

    func cache() throws -> UnifiedCache {
        do {
            return try UnifiedCache(file: cachePath)
        } catch let error as UnreadableFile where error.code == ENOENT {
            if isNamed, !ResolvedPath.isDirectory(path) { throw UnreadableFile(path: path, code: ENOENT) }
            throw has("msal_token_cache.bin") ? Failure.encryptedAzureCache(in: path) : .noAzureCache(in: path)
        }
    }

    /// Whether the Azure CLI stores service principals, whose secrets do not belong to an account.
    var hasServicePrincipals: Bool { has("service_principal_entries.json") || has("service_principal_entries.bin") }

    /// The accounts of `az account list`. Empty when its file cannot be read: the import needs them for notes only.
    func logins() -> [Login] {
        var seen: Set<Login> = []
        return subscriptions().compactMap { subscription in
            guard let user = subscription.members["user"], let name = user["name"]?.stringValue,
                let type = user["type"]?.stringValue
            else { return nil }
            let cloud = Cloud.allCases.first { $0.azureName == subscription.members["environmentName"]?.stringValue }
            let login = Login(username: name, type: type, tenantID: subscription.tenantID.lowercased(), cloud: cloud)
            return seen.insert(login).inserted ? login : nil
        }
    }

    /// The subscriptions that the Azure CLI has found for its accounts; empty when its file cannot be read.
    func subscriptions() -> [AzureSubscription] {
        guard let bytes = try? InputFile(path + "/azureProfile.json").contents(limit: 16 << 20) else { return [] }
        // The Azure CLI writes a byte order mark.
        let rows = JSONValue(parsing: bytes.withoutByteOrderMark)?["subscriptions"]?.arrayValue ?? []
        return rows.compactMap { $0.objectValue.flatMap(AzureSubscription.init) }
    }

    private func has(_ name: String) -> Bool { access("\(path)/\(name)", F_OK) == 0 }
}
