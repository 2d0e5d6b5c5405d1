import AccountProfiles
import AccountStore
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

/// The session of an upload in the store, until the upload has ended.
///
/// The session is found by profile and target, and is used for the same file only, unchanged.
struct ResumableUpload: UploadSessionStore {
    let upload: LargeUpload
    private let store: TransferStore
    private let key: RequestKey
    private let file: FileFingerprint
    private let output: Output
    private let clock: WallClock

    /// Graph stores a session for days and says until when. A session of a server that does not is used for a day.
    private static let lifetime: TimeInterval = 86_400

    /// The session as it is stored.
    private struct Session: Codable {
        let url: String
        let expires, began: Date?
        let file: FileFingerprint
    }

    /// Nil for a request that is not an upload in pieces, and for a file without a fingerprint, such as a pipe.
    init?(_ call: GraphCall, in services: Services) throws {
        // The version that is sent is read before the fingerprint, so that a change in between ends the upload.
        guard let upload = LargeUpload(call.request), case .file(let path)? = call.request.body,
            let file = FileFingerprint(of: path)
        else { return nil }
        self.upload = upload
        store = try services.transfers
        key = try call.key(["upload"])
        self.file = file
        output = services.output
        clock = services.clock
    }

    func session() -> UploadSession? {
        guard let content = try? store.content(of: key, at: clock.now()),
            let stored = try? JSONDecoder().decode(Session.self, from: content)
        else { return nil }
        guard stored.file == file else {
            output.note("The file has changed since its upload was interrupted, so the upload starts over.")
            return nil
        }
        return UploadSession(url: Secret(stored.url), expires: stored.expires, began: stored.began)
    }

    func save(_ upload: UploadSession) {
        let session = Session(url: upload.url.expose(), expires: upload.expires, began: upload.began, file: file)
        guard let content = try? JSONEncoder().encode(session) else { return }
        let now = clock.now()
        store.save(content, as: key, until: upload.expires ?? now + Self.lifetime, at: now)
    }

    func delete() {
        store.remove(key)
    }
}
