extension GraphRequest {
    /// The path to read after the response was lost, in order to see whether the request was carried out; nil where none is
    /// known.
    ///
    /// For a message this is the folder of sent messages. For any other request this is the resource that it changes, or the
    /// resource that its action belongs to, if the built-in table of permissions has a GET for it.
    package var pathToVerify: String? {
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
