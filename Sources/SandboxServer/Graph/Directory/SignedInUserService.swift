import FoundationEssentials
import NIOHTTP1

/// The photo and the sessions of the signed-in user.
struct SignedInUserService {
    let sandbox: SandboxState

    var routes: [GraphRoute] {
        [
            GraphRoute(.GET, "me/photo/$value", needs: ["User.Read", "User.ReadWrite"], handler: photo),
            GraphRoute(
                .POST, "me/revokeSignInSessions", for: .workAccounts,
                needs: [
                    "User.RevokeSessions.All", "User.ReadWrite", "User.ReadWrite.All", "Directory.ReadWrite.All",
                ],
                handler: revokeSessions),
        ]
    }

    /// Two users have a photo.
    private func photo(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        let account = try operation.identity().account
        guard ["alice@contoso.example", "carol@fabrikam.example"].contains(account.username) else {
            throw GraphErrorResponse(
                .notFound, code: "ImageNotFound",
                "There is no photo of this person.")
        }
        return .binary(Self.pixel, contentType: "image/png")
    }

    private func revokeSessions(_ operation: GraphOperation) throws(GraphErrorResponse) -> GraphResult {
        sandbox.revoke(try operation.identity().account)
        return .json(["@odata.context": operation.context("Edm.Boolean"), "value": true])
    }

    /// A PNG of one transparent pixel.
    private static let pixel = [UInt8](
        Data(
            base64Encoded:
                "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=")
            ?? Data())
}
