import NIOHTTP1

/// The whole emulated world behind one question: what is the answer to this request?
///
/// It is no `Sendable`, since it lives on the event loop of its `Listener`.
final class Emulator {
    private let emulation: Emulation
    private let graph: Graph
    private let faults = Faults()
    private let log = RequestLog()

    init(port: Int, options: SandboxOptions) {
        emulation = Emulation(port: port, options: options)
        graph = Graph(emulation: emulation, faults: faults)
    }

    func respond(to request: Request) -> Response {
        emulation.take(request)
        let control = ControlEndpoints(emulation: emulation, faults: faults, log: log)
        if emulation.origin.role == .everything, let answer = control.respond(to: request) {
            return answer
        }
        var response = faults.next(on: Fault.Target(request))?.applied { route(request) } ?? route(request)
        response.headers.replaceOrAdd(name: "Date", value: Timestamp(emulation.clock.seconds).http)
        let entry = log.record(request, response, at: emulation.clock.now)
        emulation.options.log?(entry.line)
        return response
    }

    private func route(_ request: Request) -> Response {
        let read = request.method == .HEAD ? request.asGet() : request
        let platform = IdentityPlatform(emulation: emulation)
        let answer =
            switch emulation.origin.role {
            case .everything:
                graph.respond(to: read) ?? StorageHost(emulation: emulation).respond(to: read)
                    ?? FederationService(emulation: emulation).respond(to: read)
                    ?? UserFlowService(emulation: emulation).respond(to: read)
                    ?? ManagedIdentityService(emulation: emulation).respond(to: read) ?? platform.respond(to: read)
            case .graph: graph.respond(to: read)
            case .login, .customers: platform.respond(to: read)
            }
        return answer ?? front(read) ?? Self.notFound
    }

    private func front(_ request: Request) -> Response? {
        guard request.isRead, request.segments.isEmpty else { return nil }
        let text =
            "It emulates the Microsoft identity platform and Microsoft Graph on this machine. "
            + "Sign in at the authority \(emulation.base)/common."
        return MessagePage(title: "acct-sandbox", text: text).response()
    }

    private static var notFound: Response {
        var page = MessagePage(title: "Not found", text: "Nothing is emulated at this address.")
        page.status = .notFound
        return page.response()
    }
}
