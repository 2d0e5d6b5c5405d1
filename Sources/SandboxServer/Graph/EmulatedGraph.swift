import NIOHTTP1

/// Microsoft Graph as far as it is emulated.
final class Graph {
    private let emulation: Emulation
    private let faults: Faults
    private let routes: [GraphRoute]

    init(emulation: Emulation, faults: Faults) {
        self.emulation = emulation
        self.faults = faults
        let directories = Directories(world: emulation.world, size: emulation.options.directorySize)
        routes =
            DirectoryService(directories: directories).routes + UserWrites(directories: directories).routes
            + GroupService().routes
            + ProfileService(emulation: emulation).routes + MailService(emulation: emulation).routes
            + CalendarService().routes + DriveService().routes + ChatService().routes + OrganizationService().routes
            + SiteService().routes + SharingService().routes + SearchService().routes + TeamService().routes
            + ContentService().routes
    }

    /// Nil for a path that is not Graph's.
    func respond(to request: Request) -> Response? {
        guard let path = GraphPath(request.segments) else { return nil }
        let ids = GraphRequestIDs(request)
        var response: Response
        do throws(GraphError) {
            response = try answer(request, path)
        } catch {
            response = error.response(ids: ids, time: Timestamp(emulation.clock.seconds))
        }
        response.headers.add(name: "request-id", value: ids.request)
        response.headers.add(name: "client-request-id", value: ids.client)
        response.headers.add(name: "odata-version", value: "4.0")
        response.headers.add(name: "Cache-Control", value: "no-cache")
        response.headers.add(name: "x-ms-ags-diagnostic", value: Self.diagnostic)
        return response.acting(for: gate.caller(of: request))
    }

    private static let diagnostic =
        #"{"ServerInfo":{"DataCenter":"Sandbox","Slice":"E","Ring":"1","ScaleUnit":"001","RoleInstance":"SBX00001"}}"#

    private var gate: GraphGate { GraphGate(emulation: emulation) }

    private func answer(_ request: Request, _ path: GraphPath) throws(GraphError) -> Response {
        let token = try gate.authenticate(request)
        if path.segments.map({ $0.lowercased() }) == ["$batch"] {
            return try Batch(request: request, version: path.version).answer(respondInBatch).response
        }
        let found = routes.compactMap { route in route.parameters(in: path.segments).map { (route, $0) } }
        guard !found.isEmpty else { throw .unknownSegment(path.segments.last ?? "") }
        guard let (route, parameters) = found.first(where: { $0.0.method == request.method }) else {
            throw .methodNotAllowed
        }
        try gate.authorize(token, for: route)
        return try route.handler(
            GraphCall(request: request, path: path, parameters: parameters, token: token, emulation: emulation)
        ).response
    }

    private func respondInBatch(_ request: Request) -> Response? {
        guard request.segments.last?.lowercased() != "$batch" else { return nil }
        return faults.next(on: .batchItem)?.applied { respond(to: request) } ?? respond(to: request)
    }
}
