import HTTPTransport

/// Repeating a request whose response was lost.
extension GraphRequest {
    /// Whether the request can be carried out twice with the effect of once: by its method (RFC 9110 §9.2.2), or as an
    /// action whose documentation says that it only reads or that it ends all of something. A PUT that must not replace an
    /// item makes a second one, or is refused because of the first.
    ///
    /// Such a request is sent again after a failure that leaves open whether it was carried out.
    public var isSafeToRepeat: Bool {
        let method = effectiveMethod
        if method == "POST" { return Self.repeatableActions.contains(action) }
        return RetryPolicy.isIdempotent(method) && !keepsExistingItem
    }

    /// Whether a query parameter has OneDrive keep an item of that name, and rename or refuse the new one.
    private var keepsExistingItem: Bool { (ResourcePath(path).conflictBehavior ?? "replace") != "replace" }

    /// The last segment of the path in lower case, without a namespace: `getByIds` of
    /// `/directoryObjects/microsoft.graph.getByIds`. `query` is an action only below `search`.
    private var action: String {
        let segments = ResourcePath(path).segments.suffix(2).map { $0.lowercased() }
        guard let last = segments.last else { return "" }
        if last == "query" { return segments.joined(separator: "/") }
        return String(last.split(separator: ".").last ?? "")
    }

    /// The actions that Graph documents as reads with a body, and two more. An upload session stores nothing until it
    /// is complete, and the session of a lost response expires. `revokeSignInSessions` leaves no session for a second
    /// call.
    private static let repeatableActions: Set<String> = [
        "checkmembergroups", "checkmemberobjects", "createuploadsession", "findmeetingtimes",
        "getavailableextensionproperties", "getbyids", "getmailtips", "getmembergroups", "getmemberobjects",
        "getpresencesbyuserid", "getschedule", "revokesigninsessions", "search/query", "translateexchangeids",
        "validateproperties",
    ]
}

/// Verifying a request whose response was lost, by a read.
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
