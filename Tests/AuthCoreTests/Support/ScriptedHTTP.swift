import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import AuthCore

/// An HTTP client without a network, which returns the replies of a script in order. A request beyond the script fails
/// the test. So does an unused reply when `expectAllUsed` is called.
final class ScriptedHTTP: HTTPClient {
    enum Reply: Sendable {
        case response(status: Int, headers: HTTPHeaders, body: Data)
        case failure(HTTPError)

        static func json(_ text: String, status: Int = 200, headers: HTTPHeaders = HTTPHeaders()) -> Reply {
            .response(status: status, headers: headers, body: Data(text.utf8))
        }

        static let offline = Reply.failure(.cannotResolve(host: "login.example"))
    }

    private struct State {
        var replies: [Reply]
        var last: Reply?
        var requests: [HTTPRequest] = []
    }

    private let state: Mutex<State>
    private let onSend: @Sendable (HTTPRequest) async -> Void

    /// - Parameter onSend: what happens while a request is under way.
    init(_ replies: [Reply] = [], onSend: @escaping @Sendable (HTTPRequest) async -> Void = { _ in }) {
        state = Mutex(State(replies: replies))
        self.onSend = onSend
    }

    /// The same reply to every request.
    init(repeating reply: Reply, onSend: @escaping @Sendable (HTTPRequest) async -> Void = { _ in }) {
        state = Mutex(State(replies: [], last: reply))
        self.onSend = onSend
    }

    var requests: [HTTPRequest] { state.withLock(\.requests) }

    /// The fields of every form that was posted, in order.
    var forms: [FormFields] { requests.filter { $0.method == "POST" }.map(\.form) }

    /// Adds a reply that could not be known before.
    func enqueue(_ reply: Reply) {
        state.withLock { $0.replies.append(reply) }
    }

    func expectAllUsed(sourceLocation: SourceLocation = #_sourceLocation) {
        let unused = state.withLock { $0.replies.count }
        #expect(unused == 0, "\(unused) replies were not asked for", sourceLocation: sourceLocation)
    }

    func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
        let reply: Reply? = state.withLock { state in
            state.requests.append(request)
            return state.replies.isEmpty ? state.last : state.replies.removeFirst()
        }
        await onSend(request)
        switch reply {
        case .response(let status, let headers, let body):
            return HTTPResponse(status: status, headers: headers, body: body, url: request.url)
        case .failure(let error):
            throw error
        case nil:
            Issue.record("The test did not expect \(request.method) \(request.url)")
            throw .invalidRequest(reason: "the test did not expect it")
        }
    }

    func stream(_ request: HTTPRequest) async throws(HTTPError) -> HTTPStreamedResponse {
        Issue.record("Nothing in AuthCore streams, but \(request.url) was")
        throw .invalidRequest(reason: "nothing in AuthCore streams")
    }
}

extension HTTPRequest {
    var form: FormFields {
        guard case .secret(let body) = body else { return FormFields("") }
        return FormFields(String(decoding: body, as: UTF8.self))
    }
}
