import FoundationEssentials
import NIOHTTP1

/// A managed identity that is assigned to the emulated machine.
struct AssignedIdentity {
    let application: AppRegistration
    let objectID: String
    /// The resource id of a user-assigned identity; nil for the system-assigned one.
    let resourceID: String?

    static let own = AssignedIdentity(
        application: AppRegistration(
            id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de06", name: "vm-build-7", secret: nil, roles: ["User.Read.All"]),
        objectID: "0b3ec706-5a0b-4c1d-8e2f-6d7b90c0de06", resourceID: nil)

    /// A user-assigned identity, which several machines can share.
    static let assigned = AssignedIdentity(
        application: AppRegistration(
            id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de05", name: "reports", secret: nil,
            roles: ["User.Read.All", "Group.Read.All"]),
        objectID: "0b3ec705-5a0b-4c1d-8e2f-6d7b90c0de05",
        resourceID: "/subscriptions/5ab5c219-0001-4d5c-9b8e-c0470500ac01/resourceGroups/build/providers"
            + "/Microsoft.ManagedIdentity/userAssignedIdentities/reports")

    /// - Parameter resourceName: the name of this endpoint's parameter for a resource id.
    /// - Returns: nil for an identity that is not assigned to the machine.
    static func named(by query: URLEncodedParameters, resourceName: String) -> AssignedIdentity? {
        if let id = query["client_id"] { return id.lowercased() == assigned.application.id ? assigned : nil }
        if let id = query["object_id"] { return id.lowercased() == assigned.objectID ? assigned : nil }
        if let id = query[resourceName] { return id.lowercased() == assigned.resourceID?.lowercased() ? assigned : nil }
        return own
    }
}

/// An error response of a managed identity endpoint, worded as Azure's.
struct ManagedIdentityErrorResponse: Error {
    let status: HTTPResponseStatus
    let error: String
    let description: String
    var challenge: String?

    var response: HTTPServerResponse {
        var response = HTTPServerResponse.json(
            ["error": .string(error), "error_description": .string(description)], status: status)
        if let challenge { response.headers.add(name: "WWW-Authenticate", value: challenge) }
        return response
    }

    static let unknownIdentity = ManagedIdentityErrorResponse(
        status: .badRequest, error: "invalid_request", description: "Identity not found")

    static func unknownResource(_ name: String) -> ManagedIdentityErrorResponse {
        ManagedIdentityErrorResponse(
            status: .badRequest, error: "invalid_resource",
            description: "AADSTS500011: The resource principal named \(name) was not found in the tenant.")
    }
}

/// The key files of Azure Arc's agent, which prove that the client can read privileged files of the machine.
final class ArcAgentKeys {
    /// The folder of the key files; nil without an agent.
    private let keyFolder: String?
    /// The path of each unused key file, by the `Authorization` header that redeems it.
    private var keys: [String: String] = [:]

    init(keyFolder: String?) {
        self.keyFolder = keyFolder
    }

    /// Writes a key file for one request. The challenge names the file, not the key.
    func challenge() throws(ManagedIdentityErrorResponse) -> ManagedIdentityErrorResponse {
        let (name, key) = (RandomID.guid(), RandomID.token())
        guard let path = keyFolder.map({ "\($0)/\(name).key" }),
            FileManager.default.createFile(
                atPath: path, contents: Data(key.utf8), attributes: [.posixPermissions: 0o440])
        else {
            throw ManagedIdentityErrorResponse(
                status: .notFound, error: "not_found", description: "There is no agent on this machine.")
        }
        // Arc's agent expects the key itself, not base64 as in RFC 7617.
        keys["Basic \(key)"] = path
        return ManagedIdentityErrorResponse(
            status: .unauthorized, error: "unauthorized", description: "Read the key, and ask again.",
            challenge: "Basic realm=\(path)")
    }

    /// Whether the key is valid. A key can be used once, and its file is removed.
    func redeem(_ authorization: String) -> Bool {
        guard let path = keys.removeValue(forKey: authorization) else { return false }
        try? FileManager.default.removeItem(atPath: path)
        return true
    }
}
