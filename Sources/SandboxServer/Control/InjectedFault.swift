import NIOCore
import NIOHTTP1

/// A failure somebody has ordered, so that a client can be seen to cope with it.
struct Fault {
    enum Target: String, CaseIterable {
        case token, devicecode, discovery, graph
        /// One request inside a batch.
        case batchItem

        /// Which kind of request came in, nil for those no fault can be ordered for.
        init?(_ request: Request) {
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
    /// Nil lets the request through once the delay is over.
    let status: Int?
    let body: String
    let contentType: String
    let headers: [JSON.Member]
    let delay: TimeAmount
    let dropsConnection: Bool
    /// Requests that pass before the first one fails.
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
        dropsConnection = json["drop"]?.bool ?? false
        skips = json["skip"]?.integer ?? 0
        times = json["times"]?.integer ?? 1
    }

    func applied(to ordinary: () -> Response?) -> Response? {
        guard var response = status.map(refusal) ?? (dropsConnection ? Response(status: .ok) : ordinary()) else {
            return nil
        }
        response.delay = delay
        response.dropsConnection = dropsConnection
        return response
    }

    private func refusal(status: Int) -> Response {
        var response = Response(
            status: HTTPResponseStatus(statusCode: status), contentType: contentType, body: Array(body.utf8))
        for header in headers where Self.isToken(header.name) {
            let value = header.value.string ?? header.value.text
            response.headers.replaceOrAdd(name: header.name, value: value.filter { !$0.isNewline })
        }
        return response
    }

    /// RFC 9110 §5.1: anything else in a name would make NIO refuse the whole head.
    private static func isToken(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.allSatisfy { (33...126).contains($0) && !"\"(),/:;<=>?@[\\]{}".utf8.contains($0) }
    }
}

/// The ordered failures that have not happened yet, in the order they were ordered.
final class Faults {
    private var pending: [Fault] = []

    func add(_ fault: Fault) {
        pending.append(fault)
    }

    func removeAll() {
        pending = []
    }

    /// The fault this request meets, which is used up by that.
    func next(on target: Fault.Target?) -> Fault? {
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
