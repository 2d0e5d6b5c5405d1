import AccountProfiles
import AccountStore
import Foundation
import HTTPTransport
import MicrosoftGraph

/// The session of one upload in the store, until it has come to its end.
///
/// It is found by who uploads and where to, and is only good for the same file, unchanged.
struct ResumableUpload: UploadSessionStore {
    private let store: StoredTransfers
    private let key: RequestKey
    private let file: FileIdentity
    private let output: Output

    /// Graph keeps a session for days and says for how long; a server that does not is not asked any more after a day.
    private static let lifetime: TimeInterval = 86_400

    /// Nil for what is no upload in pieces, and a file that cannot be told from others.
    init?(_ call: GraphCall, in services: Services) throws {
        guard LargeUpload(call.request) != nil, case .file(let path)? = call.request.body,
            let file = FileIdentity(of: path)
        else { return nil }
        store = try services.transfers
        key = try call.key(["upload"])
        self.file = file
        output = services.output
    }

    func session() -> UploadSession? {
        guard let content = try? store.content(of: key, at: Date()),
            let kept = try? JSONDecoder().decode(Content.self, from: content)
        else { return nil }
        guard kept.file == file else {
            output.note("The file is not the one whose upload was interrupted, so the upload starts anew.")
            return nil
        }
        return UploadSession(url: Secret(kept.url), expires: kept.expires)
    }

    func save(_ session: UploadSession) {
        let content = Content(url: session.url.expose(), expires: session.expires, file: file)
        guard let bytes = try? JSONEncoder().encode(content) else { return }
        let now = Date()
        store.keep(bytes, as: key, until: session.expires ?? now + ResumableUpload.lifetime, at: now)
    }

    func delete() {
        store.forget(key)
    }

    private struct Content: Codable {
        let url: String
        let expires: Date?
        let file: FileIdentity
    }
}
