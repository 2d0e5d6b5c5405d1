import FoundationEssentials
import HTTPTransport

/// An upload session of Graph (the `uploadSession` resource), which receives a file in parts.
public struct UploadSession: Sendable {
    /// The pre-signed URL for the parts. Anyone who has it can write to the item.
    public let url: Secret
    /// The time at which the server discards the session; nil where it does not say.
    public let expires: Date?
    /// The time at which it began, by the server's clock; nil where it does not say.
    public let began: Date?

    public init(url: Secret, expires: Date?, began: Date? = nil) {
        self.url = url
        self.expires = expires
        self.began = began
    }

    /// - Parameters:
    ///   - response: to the request that creates the session.
    ///   - now: completes a year of two digits in its `Date`.
    /// - Throws: `GraphError.noUploadURL`.
    init(_ response: GraphResponse, now: Date) throws(GraphError) {
        guard let url = Self.member("uploadUrl", as: String.self, of: response.body) else {
            throw .noUploadURL(status: response.status)
        }
        let began = response.headers["Date"].flatMap { HTTPDate.parse($0, now: now) }
        self.init(url: Secret(url), expires: Self.expiry(in: response.body), began: began)
    }

    /// Whether parts may be sent to the URL.
    var isUsable: Bool { (try? HTTPRequest(url: url.expose()).validate()) != nil }

    /// The `expirationDateTime` of a session or of its status, which moves while parts arrive.
    static func expiry(in body: Data) -> Date? {
        member("expirationDateTime", as: String.self, of: body).flatMap(date)
    }

    static func date(_ text: String) -> Date? {
        (try? Date.ISO8601FormatStyle().parse(text))
            ?? (try? Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(text))
    }

    /// A member of a session or of its status. Outlook begins the names with a capital.
    static func member<Value: Decodable>(_ name: String, as type: Value.Type, of body: Data) -> Value? {
        guard let object = JSONObjectText(body) else { return nil }
        let written = object.names.first { $0.lowercased() == name.lowercased() }
        return written.flatMap { object[$0] }.flatMap { try? JSONDecoder().decode(type, from: $0) }
    }
}

/// Stores the session of one upload, so that another run can resume it.
public protocol UploadSessionStore: Sendable {
    /// The stored session; nil when there is none, or when it is for another file.
    func session() -> UploadSession?
    func save(_ session: UploadSession)
    func delete()
}

/// A step of an upload, for showing its progress.
public enum UploadEvent: Hashable, Sendable {
    /// The session of an earlier run is resumed; the server has this many bytes.
    case resumed(Int)
    /// The session no longer exists, so the upload starts again.
    case restarted
    /// The server has this many bytes, counted from the first.
    case sent(Int)
    /// The response to a part had this status; the next attempt follows after the wait.
    case waiting(Duration, status: Int)
}
