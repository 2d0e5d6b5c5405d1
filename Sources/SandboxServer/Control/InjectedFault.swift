import NIOCore
import NIOHTTP1

/// A failure that a test has requested, to see how a client copes with it.
struct InjectedFault {
    enum Target: String, CaseIterable {
        case token, devicecode, discovery, graph
        /// A single request of a batch.
        case batchItem

        /// The target that the request belongs to; nil for requests that no fault can be injected into.
        init?(_ request: HTTPServerRequest) {
            let segments = request.segments.map { $0.lowercased() }
            let path = segments.joined(separator: "/")
            switch segments.first {
            case nil: return nil
            case "v1.0", "beta": self = .graph
            default:
                guard let target = Self.suffixes.first(where: { path.hasSuffix($0.suffix) }) else { return nil }
                self = target.target
            }
        }

        private static let suffixes: [(suffix: String, target: Target)] = [
            ("/oauth2/v2.0/token", .token), ("/oauth2/v2.0/devicecode", .devicecode),
            ("/oauth2/token", .token), ("/oauth2/devicecode", .devicecode),
            ("/.well-known/openid-configuration", .discovery), ("/discovery/instance", .discovery),
            ("/discovery/v2.0/keys", .discovery),
        ]
    }

    let target: Target
    /// The status of the response; nil for the ordinary response after the delay.
    let status: Int?
    let body: String
    let contentType: String
    let headers: [JSON.Member]
    let delay: TimeAmount
    /// Whether the response waits for `POST /sandbox/release`.
    let isHeld: Bool
    let dropsConnection: Bool
    /// The number of requests that pass before the first fault.
    var skips: Int
    var times: Int

    init?(_ json: JSON) {
        guard let target = json["on"]?.string.flatMap(Target.init(rawValue:)) else { return nil }
        if let status = json["status"]?.integer, !(200...599).contains(status) { return nil }
        guard json["times"]?.integer ?? 1 > 0, json["skip"]?.integer ?? 0 >= 0 else { return nil }
        self.target = target
        status = json["status"]?.integer
        body = json["body"]?.string ?? ""
        contentType = json["contentType"]?.string ?? "application/json"
        headers = json["headers"]?.members ?? []
        delay = .milliseconds(Int64(clamping: max(0, min(json["delayMilliseconds"]?.integer ?? 0, 600_000))))
        isHeld = json["hold"]?.bool ?? false
        dropsConnection = json["drop"]?.bool ?? false
        skips = json["skip"]?.integer ?? 0
        times = json["times"]?.integer ?? 1
    }

    /// The response to a request that meets the fault.
    /// - Parameter ordinary: the response without the fault.
    func response(insteadOf ordinary: () -> HTTPServerResponse?) -> HTTPServerResponse? {
        guard
            var response = status.map(errorResponse) ?? (dropsConnection ? HTTPServerResponse(status: .ok) : ordinary())
        else {
            return nil
        }
        response.delay = delay
        response.isHeld = isHeld
        response.dropsConnection = dropsConnection
        return response
    }

    private func errorResponse(status: Int) -> HTTPServerResponse {
        var response = HTTPServerResponse(
            status: HTTPResponseStatus(statusCode: status), contentType: contentType, body: Array(body.utf8))
        for header in headers where Self.isToken(header.name) {
            let value = header.value.string ?? header.value.text
            response.headers.replaceOrAdd(name: header.name, value: value.filter { !$0.isNewline })
        }
        return response
    }

    /// RFC 9110 §5.1: NIO rejects the whole response head if a field name is not a token.
    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { (33...126).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    }
}

/// The faults that have not happened yet, in the order in which they were requested.
final class PendingFaults {
    private var pending: [InjectedFault] = []

    func add(_ fault: InjectedFault) {
        pending.append(fault)
    }

    func removeAll() {
        pending = []
    }

    /// The fault for a request of that target, which counts as used.
    func next(for target: InjectedFault.Target?) -> InjectedFault? {
        guard let index = pending.firstIndex(where: { $0.target == target }) else { return nil }
        guard pending[index].skips == 0 else {
            pending[index].skips -= 1
            return nil
        }
        pending[index].times -= 1
        let fault = pending[index]
        if fault.times <= 0 { pending.remove(at: index) }
        return fault
    }
}

/// The responses that wait for `POST /sandbox/release`.
final class HeldResponses {
    private var waiting: [() -> Void] = []

    func add(_ send: @escaping () -> Void) {
        waiting.append(send)
    }

    func release() {
        defer { waiting = [] }
        for send in waiting { send() }
    }
}
