import Foundation
import HTTPTransport

/// An upload session that takes pieces.
public struct OpenUpload: Sendable {
    /// Pre-signed: whoever has it can write to the item.
    public let url: Secret
    /// When the server forgets it, where it says so.
    public let expires: Date?

    public init(url: Secret, expires: Date?) {
        self.url = url
        self.expires = expires
    }

    init(_ answer: GraphResponse) throws(GraphError) {
        struct Session: Decodable { let uploadUrl: String }
        guard let session = try? JSONDecoder().decode(Session.self, from: answer.body) else {
            throw .noUploadURL(status: answer.status)
        }
        self.init(url: Secret(session.uploadUrl), expires: Self.expiry(in: answer.body))
    }

    /// `expirationDateTime` of a session or of its status, which moves while pieces come.
    static func expiry(in body: Data) -> Date? {
        struct Session: Decodable { let expirationDateTime: String }
        guard let text = (try? JSONDecoder().decode(Session.self, from: body))?.expirationDateTime else { return nil }
        let formatter = ISO8601DateFormatter()
        if let date = formatter.date(from: text) { return date }
        formatter.formatOptions.insert(.withFractionalSeconds)
        return formatter.date(from: text)
    }
}

/// Knows from one run to the next which session an upload goes to.
public protocol UploadMemory: Sendable {
    /// Nil when there is none, or it is of another file.
    func session() -> OpenUpload?
    func keep(_ session: OpenUpload)
    func forget()
}
