import FoundationEssentials
import NIOHTTP1

/// What belongs to the signed-in account beside its user object: its photo and its sessions.
struct ProfileService {
    let emulation: Emulation

    var routes: [GraphRoute] {
        [
            GraphRoute(.GET, "me/photo/$value", needs: ["User.Read", "User.ReadWrite"], handler: photo),
            GraphRoute(
                .POST, "me/revokeSignInSessions", .workAccounts,
                needs: [
                    "User.RevokeSessions.All", "User.ReadWrite", "User.ReadWrite.All", "Directory.ReadWrite.All",
                ],
                handler: revokeSessions),
        ]
    }

    /// Half of the people have put up a photo.
    private func photo(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        let account = try call.identity().account
        guard ["alice@contoso.example", "carol@fabrikam.example"].contains(account.username) else {
            throw GraphError(
                .notFound, "ImageNotFound",
                "There is no photo of this person.")
        }
        return .binary(Self.pixel, contentType: "image/png")
    }

    private func revokeSessions(_ call: GraphCall) throws(GraphError) -> GraphAnswer {
        emulation.revoke(try call.identity().account)
        return .json(["@odata.context": call.context("Edm.Boolean"), "value": true])
    }

    /// The smallest PNG there is: one transparent pixel.
    private static let pixel = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")
            ?? Data())
}
