import Foundation
import HTTPTransport

extension GraphClient {
    /// Sends a large file through an upload session. The answer is the one of the last piece, which holds the item, or
    /// whatever refused the upload.
    ///
    /// A session that the server forgets is begun anew once. An interrupted one is left to expire, as the server says
    /// when it opens it: its URL is a secret, and is not kept.
    ///
    /// - Parameter report: told how far it is.
    /// - Throws: `GraphError`, `HTTPError`, or what the token source throws.
    public func upload(_ upload: LargeUpload, report: @escaping @Sendable (UploadEvent) -> Void) async throws
        -> HTTPStreamedResponse
    {
        for isLast in [false, true] {
            let opened = try await send(upload.opening)
            guard opened.isSuccess else { return opened.streamed(from: upload.request.path) }
            let session = UploadSession(
                url: try uploadURL(in: opened), upload: upload, http: http, sleep: sleep, report: report)
            switch try await session.run() {
            case .answer(let answer): return answer.streamed
            case .gone where isLast: break
            case .gone: continue
            }
        }
        throw GraphError.uploadForgotten
    }

    private func uploadURL(in answer: GraphResponse) throws(GraphError) -> String {
        struct Session: Decodable { let uploadUrl: String }
        guard let session = try? JSONDecoder().decode(Session.self, from: answer.body) else {
            throw .noUploadURL(status: answer.status)
        }
        return session.uploadUrl
    }
}

extension GraphResponse {
    func streamed(from url: String) -> HTTPStreamedResponse {
        HTTPResponse(status: status, headers: headers, body: body, url: url).streamed
    }
}
