import FoundationEssentials
import NIOHTTP1

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
