import NIOHTTP1

/// Microsoft Graph as far as it is emulated.
final class Graph {
    private let emulation: Emulation
    private let routes: [GraphRoute]

    init(emulation: Emulation) {
        self.emulation = emulation
        let directories = Directories(world: emulation.world)
        routes =
            DirectoryService(directories: directories).routes + GroupService().routes
            + ProfileService(emulation: emulation).routes + MailService(emulation: emulation).routes
            + CalendarService().routes + DriveService().routes + ChatService().routes
    }

    /// Nil for a path that is not Graph's.
    func respond(to request: Request) -> Response? {
        guard let path = GraphPath(request.segments) else { return nil }
        let sent = request.header("client-request-id")
        let ids = (request: RandomID.guid(), client: sent.flatMap(RandomID.normalizedGUID))
        let token = request.header("Authorization").flatMap { accessToken(in: $0) }
        var response: Response
        do throws(GraphError) {
            response = try answer(request, path)
        } catch {
            let body = error.body(
                requestID: ids.request, clientRequestID: ids.client ?? ids.request,
                time: Timestamp(emulation.clock.seconds))
            response = GraphAnswer.json(body, status: error.status).response
            if let challenge = error.challenge { response.headers.add(name: "WWW-Authenticate", value: challenge) }
        }
        response.headers.add(name: "request-id", value: ids.request)
        response.headers.add(name: "client-request-id", value: ids.client ?? ids.request)
        response.headers.add(name: "odata-version", value: "4.0")
        response.headers.add(name: "Cache-Control", value: "no-cache")
        response.headers.add(name: "x-ms-ags-diagnostic", value: Self.diagnostic)
        return response.acting(for: token?.identity?.account.username ?? token?.application.name)
    }

    private static let diagnostic =
        #"{"ServerInfo":{"DataCenter":"Sandbox","Slice":"E","Ring":"1","ScaleUnit":"001","RoleInstance":"SBX00001"}}"#

    private func answer(_ request: Request, _ path: GraphPath) throws(GraphError) -> Response {
        let token = try authenticate(request)
        if path.segments.map({ $0.lowercased() }) == ["$batch"] {
            return try Batch(request: request, version: path.version).answer(respondInBatch).response
        }
        let found = routes.compactMap { route in route.parameters(in: path.segments).map { (route, $0) } }
        guard !found.isEmpty else { throw .unknownSegment(path.segments.last ?? "") }
        guard let (route, parameters) = found.first(where: { $0.0.method == request.method }) else {
            throw .methodNotAllowed
        }
        try authorize(token, route)
        return try route.handler(
            GraphCall(request: request, path: path, parameters: parameters, token: token, emulation: emulation)
        ).response
    }

    private func respondInBatch(_ request: Request) -> Response? {
        guard request.segments.last?.lowercased() != "$batch" else { return nil }
        return respond(to: request)
    }

    private func accessToken(in header: String) -> AccessToken? {
        emulation.accessTokens[String(header.dropFirst("Bearer ".count))]
    }

    private func authenticate(_ request: Request) throws(GraphError) -> AccessToken {
        let base = emulation.base
        guard let header = request.header("Authorization"), header.lowercased().hasPrefix("bearer "),
            header.count > "Bearer ".count
        else { throw .emptyToken(base: base) }
        guard let token = accessToken(in: header) else {
            throw .unreadableToken(String(header.dropFirst("Bearer ".count)), base: base)
        }
        guard token.resource == .graph else { throw .otherAudience(base: base) }
        guard token.expires > emulation.clock.seconds else {
            throw .expiredToken(isOpaque: token.identity?.account.isPersonal ?? false, base: base)
        }
        if let time = token.revoked { throw .revokedToken(at: time, base: base) }
        return token
    }

    private func authorize(_ token: AccessToken, _ route: GraphRoute) throws(GraphError) {
        if route.isAboutMe, token.identity == nil { throw .applicationHasNoMe }
        if case .workAccounts = route.audience, token.identity?.account.isPersonal == true {
            throw .workAccountsOnly(base: emulation.base)
        }
        guard route.permissions.contains(where: { token.permissions.contains($0) }) else { throw route.denial }
    }
}
