import NIOHTTP1

/// The emulated part of Microsoft Graph.
final class EmulatedGraph {
    private let sandbox: SandboxState
    private let faults: PendingFaults
    private let routes: [GraphRoute]

    init(sandbox: SandboxState, faults: PendingFaults) {
        self.sandbox = sandbox
        self.faults = faults
        let directories = TenantDirectories(seed: sandbox.seed, size: sandbox.options.directorySize)
        routes =
            UserService(directories: directories).routes + UserUpdateService(directories: directories).routes
            + GroupService().routes
            + SignedInUserService(sandbox: sandbox).routes + MailService(sandbox: sandbox).routes
            + CalendarService().routes + DriveService().routes + ChatService().routes + OrganizationService().routes
            + SiteService().routes + SharingService().routes + SearchService().routes + TeamsService().routes
            + DriveContentService().routes + AttachmentService().routes
    }

    /// Nil for a path that does not start with an API version.
    func respond(to request: HTTPServerRequest) -> HTTPServerResponse? {
        guard let path = GraphPath(request.segments) else { return nil }
        let ids = GraphRequestIDs(request)
        var response: HTTPServerResponse
        do throws(GraphErrorResponse) {
            response = try respond(to: request, at: path)
        } catch {
            response = error.response(ids: ids, time: Timestamp(sandbox.clock.seconds))
        }
        response.headers.add(name: "request-id", value: ids.request)
        response.headers.add(name: "client-request-id", value: ids.client)
        response.headers.add(name: "odata-version", value: "4.0")
        response.headers.add(name: "Cache-Control", value: "no-cache")
        response.headers.add(name: "x-ms-ags-diagnostic", value: Self.diagnostic)
        return authorizer.attribute(response, to: request)
    }

    private static let diagnostic =
        #"{"ServerInfo":{"DataCenter":"Sandbox","Slice":"E","Ring":"1","ScaleUnit":"001","RoleInstance":"SBX00001"}}"#

    private var authorizer: GraphAuthorizer { GraphAuthorizer(sandbox: sandbox) }

    private func respond(
        to request: HTTPServerRequest, at path: GraphPath
    ) throws(GraphErrorResponse) -> HTTPServerResponse {
        let token = try authorizer.authenticate(request)
        if path.segments.map({ $0.lowercased() }) == ["$batch"] {
            return try BatchEndpointHandler(request: request, version: path.version).respond(with: respondInBatch)
                .response
        }
        let found = routes.compactMap { route in route.parameters(in: path.segments).map { (route, $0) } }
        guard !found.isEmpty else { throw .unknownSegment(path.segments.last ?? "") }
        guard let (route, parameters) = found.first(where: { $0.0.method == request.method }) else {
            throw .methodNotAllowed
        }
        try authorizer.authorize(token, for: route)
        return try route.handler(
            GraphOperation(request: request, path: path, parameters: parameters, token: token, sandbox: sandbox)
        ).response
    }

    private func respondInBatch(_ request: HTTPServerRequest) -> HTTPServerResponse? {
        guard request.segments.last?.lowercased() != "$batch" else { return nil }
        return faults.next(for: .batchItem)?.response { respond(to: request) } ?? respond(to: request)
    }
}
