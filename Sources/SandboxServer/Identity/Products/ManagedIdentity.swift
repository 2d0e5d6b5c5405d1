import FoundationEssentials
import NIOHTTP1

/// An identity that Azure has given to a machine instead of a secret, as the services on that machine know it.
struct MachineIdentity {
    let application: Application
    let objectID: String
    /// Nil for the machine's own.
    let resourceID: String?

    static let own = MachineIdentity(
        application: Application(
            id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de04", name: "vm-build-7", secret: nil, roles: ["User.Read.All"]),
        objectID: "0b3ec704-5a0b-4c1d-8e2f-6d7b90c0de04", resourceID: nil)

    /// Assigned by its owner, who may give it to several machines.
    static let assigned = MachineIdentity(
        application: Application(
            id: "ac0c1e47-5a0b-4c1d-8e2f-6d7b90c0de05", name: "reports", secret: nil,
            roles: ["User.Read.All", "Group.Read.All"]),
        objectID: "0b3ec705-5a0b-4c1d-8e2f-6d7b90c0de05",
        resourceID: "/subscriptions/5ab5c219-0001-4d5c-9b8e-c0470500ac01/resourceGroups/build/providers"
            + "/Microsoft.ManagedIdentity/userAssignedIdentities/reports")

    /// - Parameter resourceName: how this service calls the parameter for a resource id.
    /// - Returns: nil for an identity that the machine has not.
    static func named(by query: FormFields, resourceName: String) -> MachineIdentity? {
        if let id = query["client_id"] { return id.lowercased() == assigned.application.id ? assigned : nil }
        if let id = query["object_id"] { return id.lowercased() == assigned.objectID ? assigned : nil }
        if let id = query[resourceName] { return id.lowercased() == assigned.resourceID?.lowercased() ? assigned : nil }
        return own
    }
}

/// Why a machine's service gives no token, in the words of Azure's.
struct MachineRefusal: Error {
    let status: HTTPResponseStatus
    let error: String
    let description: String
    var challenge: String?

    var response: Response {
        var response = Response.json(
            ["error": .string(error), "error_description": .string(description)], status: status)
        if let challenge { response.headers.add(name: "WWW-Authenticate", value: challenge) }
        return response
    }

    static let unknownIdentity = MachineRefusal(
        status: .badRequest, error: "invalid_request", description: "Identity not found")

    static func unknownResource(_ name: String) -> MachineRefusal {
        MachineRefusal(
            status: .badRequest, error: "invalid_resource",
            description: "AADSTS500011: The resource principal named \(name) was not found in the tenant.")
    }
}

/// The secrets by which a machine's services know that somebody on the machine asks.
final class Machines {
    /// `IDENTITY_HEADER` of an app in App Service.
    static let header = "5a0b4c1d-8e2f-4d7b-90c0-de0000000001"
    /// Where Arc's agent puts its keys; nil without an agent.
    private let keyFolder: String?
    /// The file of each key that was not used yet, by the `Authorization` that it makes.
    private var keys: [String: String] = [:]

    init(keyFolder: String?) {
        self.keyFolder = keyFolder
    }

    /// Writes a key for one request, and names the file instead of the key.
    func challenge() throws(MachineRefusal) -> MachineRefusal {
        let (name, key) = (RandomID.guid(), RandomID.token())
        guard let path = keyFolder.map({ "\($0)/\(name).key" }),
            FileManager.default.createFile(
                atPath: path, contents: Data(key.utf8), attributes: [.posixPermissions: 0o440])
        else {
            throw MachineRefusal(
                status: .notFound, error: "not_found", description: "There is no agent on this machine.")
        }
        // In the clear, where Basic is base64 elsewhere.
        keys["Basic \(key)"] = path
        return MachineRefusal(
            status: .unauthorized, error: "unauthorized", description: "Read the key, and ask again.",
            challenge: "Basic realm=\(path)")
    }

    /// A key is good for one request, and its file goes with it.
    func redeem(_ authorization: String) -> Bool {
        guard let path = keys.removeValue(forKey: authorization) else { return false }
        try? FileManager.default.removeItem(atPath: path)
        return true
    }
}
