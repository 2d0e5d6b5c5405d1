import HTTPTransport
import MicrosoftGraph

extension GraphRequest {
    /// The path to read in order to see whether the request was carried out; nil where none is known.
    ///
    /// Sent messages are in their own folder. Else this is the resource that the request changes, or the one that its action
    /// belongs to, as far as the documentation lists a GET for it.
    var placeToCheck: String? {
        let resource = ResourcePath(path)
        let version = resource.version.map { "/\($0)" } ?? ""
        if Self.sendingActions.contains(resource.segments.last?.lowercased() ?? "") {
            let mailbox = resource.isUnderMe ? resource.segments.prefix(1) : resource.segments.prefix(2)
            return "\(version)/\(mailbox.joined(separator: "/"))/mailFolders/sentitems/messages"
        }
        for dropped in [0, 1] {
            let candidate = "/" + resource.segments.dropLast(dropped).joined(separator: "/")
            let required = PermissionTable.builtIn.required(method: "GET", path: ResourcePath(candidate))
            if required != nil { return version + candidate }
        }
        return nil
    }

    private static let sendingActions: Set<String> = ["forward", "reply", "replyall", "send", "sendmail"]
}
