import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// The Azure CLI's files, which are only read.
struct AzureFolder {
    /// An account that is signed in to the Azure CLI, in one tenant.
    struct Login: Hashable {
        let username, type, tenantID: String
    }

    private let folder: String
    /// The token cache.
    let cachePath: String

    /// - Parameter path: the folder or the token cache in it; nil for `$AZURE_CONFIG_DIR` or `~/.azure`.
    init(_ path: String?, environment: Environment) {
        let configured = environment["AZURE_CONFIG_DIR"].flatMap { $0.isEmpty ? nil : $0 }
        let path = path ?? configured ?? (environment["HOME"] ?? "") + "/.azure"
        var isFolder = false
        let isFile = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder
        folder = isFile ? ResolvedPath.parent(path) : path
        cachePath = isFile ? path : path + "/msal_token_cache.json"
    }

    func cache() throws -> UnifiedCache {
        do {
            return try ForeignFile.cache(at: cachePath)
        } catch InteropError.cannotRead(_, code: ENOENT) {
            throw has("msal_token_cache.bin")
                ? InteropError.encryptedAzureCache(folder: folder) : .noAzureCache(folder: folder)
        }
    }

    /// Whether the Azure CLI stores service principals, whose secrets do not belong to an account.
    var hasServicePrincipals: Bool { has("service_principal_entries.json") || has("service_principal_entries.bin") }

    /// The accounts of `az account list`. Empty when its file cannot be read: the import needs them for notes only.
    func logins() -> [Login] {
        guard var bytes = try? ForeignFile.read(folder + "/azureProfile.json", limit: 16 << 20) else { return [] }
        // The Azure CLI writes a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes = Data(bytes.dropFirst(3)) }
        let subscriptions = (try? JSONDecoder().decode(AzureProfile.self, from: bytes))?.subscriptions ?? []
        var seen: Set<Login> = []
        return subscriptions.compactMap { subscription in
            guard let user = subscription.user, let tenantID = subscription.tenantId else { return nil }
            let login = Login(username: user.name, type: user.type, tenantID: tenantID.lowercased())
            return seen.insert(login).inserted ? login : nil
        }
    }

    private func has(_ name: String) -> Bool { access("\(folder)/\(name)", F_OK) == 0 }
}

private struct AzureProfile: Decodable {
    let subscriptions: [Subscription]

    struct Subscription: Decodable {
        let user: User?
        let tenantId: String?
    }

    struct User: Decodable {
        let name, type: String
    }
}
