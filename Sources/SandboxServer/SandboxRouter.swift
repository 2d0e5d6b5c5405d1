import NIOHTTP1

/// Sends each request to the emulated service that its host and path name, applies injected faults and records the
/// exchange.
///
/// Not `Sendable`: it lives on the event loop of its `SandboxListener`.
final class SandboxRouter {
    private let sandbox: SandboxState
    private let graph: EmulatedGraph
    private let faults = PendingFaults()
    let held = HeldResponses()
    private let log = RequestRecorder()

    init(port: Int, options: SandboxOptions) {
        sandbox = SandboxState(port: port, options: options)
        graph = EmulatedGraph(sandbox: sandbox, faults: faults)
    }

    func respond(to request: HTTPServerRequest) -> HTTPServerResponse {
        sandbox.selectHost(for: request)
        let control = ControlEndpointHandler(sandbox: sandbox, faults: faults, held: held, log: log)
        if sandbox.host.role == .allServices, let response = control.respond(to: request) {
            return response
        }
        var response = faults.next(for: InjectedFault.Target(request))?.response { served(request) } ?? served(request)
        response.headers.replaceOrAdd(name: "Date", value: Timestamp(sandbox.clock.seconds).http)
        let entry = log.record(request, response: response, at: sandbox.clock.now)
        sandbox.options.log?(entry.line)
        return response
    }

    /// Microsoft's front ends take no POST, PUT or PATCH without a length or chunks, whichever service it is for.
    private func served(_ request: HTTPServerRequest) -> HTTPServerResponse {
        request.announcesItsContent ? route(request) : .text("The length is missing.\n", status: .lengthRequired)
    }

    private func route(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let read = request.method == .HEAD ? request.asGet() : request
        let platform = IdentityPlatform(sandbox: sandbox)
        let response =
            switch sandbox.host.role {
            case .allServices:
                graph.respond(to: read) ?? StorageHost(sandbox: sandbox).respond(to: read)
                    ?? FederationService(sandbox: sandbox).respond(to: read)
                    ?? UserFlowService(sandbox: sandbox).respond(to: read)
                    ?? ManagedIdentityService(sandbox: sandbox).respond(to: read)
                    ?? ResourceManagerService(sandbox: sandbox).respond(to: read)
                    ?? ContainerRegistryService(sandbox: sandbox).respond(to: read) ?? platform.respond(to: read)
            case .graph: graph.respond(to: read)
            case .login, .customers: platform.respond(to: read)
            }
        return response ?? homePage(for: read) ?? Self.notFound
    }

    private func homePage(for request: HTTPServerRequest) -> HTTPServerResponse? {
        guard request.isRead, request.segments.isEmpty else { return nil }
        let text =
            "It emulates the Microsoft identity platform and Microsoft Graph on this machine. "
            + "Sign in at the authority \(sandbox.base)/common."
        return MessagePage(title: "acct-sandbox", text: text).response()
    }

    private static var notFound: HTTPServerResponse {
        var page = MessagePage(title: "Not found", text: "Nothing is emulated at this address.")
        page.status = .notFound
        return page.response()
    }
}
