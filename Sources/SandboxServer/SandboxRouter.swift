import NIOHTTP1

/// The whole emulated world behind one question: what is the answer to this request?
///
/// It is no `Sendable`, since it lives on the event loop of its `Listener`.
final class SandboxRouter {
    private let sandbox: SandboxState
    private let graph: EmulatedGraph
    private let faults = PendingFaults()
    private let log = RequestRecorder()

    init(port: Int, options: SandboxOptions) {
        sandbox = SandboxState(port: port, options: options)
        graph = EmulatedGraph(sandbox: sandbox, faults: faults)
    }

    func respond(to request: HTTPServerRequest) -> HTTPServerResponse {
        sandbox.take(request)
        let control = ControlEndpointHandler(sandbox: sandbox, faults: faults, log: log)
        if sandbox.host.role == .everything, let answer = control.respond(to: request) {
            return answer
        }
        var response = faults.next(on: InjectedFault.Target(request))?.applied { route(request) } ?? route(request)
        response.headers.replaceOrAdd(name: "Date", value: Timestamp(sandbox.clock.seconds).http)
        let entry = log.record(request, response, at: sandbox.clock.now)
        sandbox.options.log?(entry.line)
        return response
    }

    private func route(_ request: HTTPServerRequest) -> HTTPServerResponse {
        let read = request.method == .HEAD ? request.asGet() : request
        let platform = IdentityPlatform(sandbox: sandbox)
        let answer =
            switch sandbox.host.role {
            case .everything:
                graph.respond(to: read) ?? StorageHost(sandbox: sandbox).respond(to: read)
                    ?? FederationService(sandbox: sandbox).respond(to: read)
                    ?? UserFlowService(sandbox: sandbox).respond(to: read)
                    ?? ManagedIdentityService(sandbox: sandbox).respond(to: read) ?? platform.respond(to: read)
            case .graph: graph.respond(to: read)
            case .login, .customers: platform.respond(to: read)
            }
        return answer ?? front(read) ?? Self.notFound
    }

    private func front(_ request: HTTPServerRequest) -> HTTPServerResponse? {
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
