import Foundation
import HTTPTransport

/// The bytes of one file, sent in order to the pre-signed URL of an upload session.
///
/// That URL is a secret and on another host. It gets no token, and nothing that the person gave for Graph; documented is
/// that a token there may even be refused.
struct UploadSession {
    let open: OpenUpload
    let upload: LargeUpload
    let http: any HTTPClient
    let sleep: @Sendable (Duration) async throws -> Void
    let memory: (any UploadMemory)?
    /// Told how many bytes the server has, and what has to be waited out.
    let report: @Sendable (UploadEvent) -> Void

    enum Ending {
        /// The item, or a refusal.
        case answer(HTTPResponse)
        /// The session is not known any more.
        case gone
    }

    /// 10 MiB: pieces must be multiples of 320 KiB, and 5 to 10 MiB are advised.
    static let pieceSize = 32 * 327_680
    /// Troubles in a row, without a byte that the server took.
    private static let mostTroubles = 5

    /// Whether an answer says no more than that this is the wrong moment.
    static func isPassing(_ status: Int) -> Bool { status == 429 || (500...).contains(status) }

    /// - Parameter start: how many bytes the server has.
    func run(from start: Int = 0) async throws -> Ending {
        let ending = try await send(from: start)
        switch ending {
        case .gone: memory?.forget()
        // There may be room tomorrow, and a server that is up again.
        case .answer(let answer): if !Self.isPassing(answer.status) { memory?.forget() }
        }
        return ending
    }

    private func send(from start: Int) async throws -> Ending {
        var (next, troubles) = (start, 0)
        var expires = open.expires
        while true {
            let piece = next..<min(next + Self.pieceSize, upload.size)
            let answer = try await http.send(request(for: piece))
            guard let position = position(after: answer, to: piece) else { return Self.ending(answer) }
            remember(answer, &expires)
            if position > next, position < upload.size {
                (next, troubles) = (position, 0)
            } else {
                troubles += 1
                guard troubles <= Self.mostTroubles else { return .answer(answer) }
                switch try await status(after: answer, trouble: troubles) {
                case .position(let position):
                    if position > next { troubles = 0 }
                    next = position
                case .ending(let ending): return ending
                case .unclear: throw GraphError.uploadUnclear(sent: upload.size)
                }
            }
            report(.sent(next))
        }
    }

    /// How many bytes the server has after it answered a piece; nil where that was the last answer.
    private func position(after answer: HTTPResponse, to piece: Range<Int>) -> Int? {
        switch answer.status {
        case 202: expected(in: answer.body) ?? piece.upperBound
        case 416, 500, 502: piece.lowerBound
        default: nil
        }
    }

    private static func ending(_ answer: HTTPResponse) -> Ending {
        answer.status == 404 || answer.status == 410 ? .gone : .answer(answer)
    }

    /// The server gives it more time with each piece; a few minutes more are not worth a write to the disk.
    private func remember(_ answer: HTTPResponse, _ expires: inout Date?) {
        guard let later = OpenUpload.expiry(in: answer.body) else { return }
        if let expires, later < expires + 300 { return }
        expires = later
        memory?.keep(OpenUpload(url: open.url, expires: later))
    }

    /// Asks what is missing, later each time; at once after a 416, which says that the bytes are there already.
    private func status(after answer: HTTPResponse, trouble: Int) async throws -> Status {
        if answer.status != 416 {
            let wait = Duration.seconds(1 << (trouble - 1))
            report(.waiting(wait, status: answer.status))
            try await sleep(wait)
        }
        return try await status()
    }

    private func request(for piece: Range<Int>) -> HTTPRequest {
        HTTPRequest(
            method: "PUT", url: open.url.expose(),
            headers: [
                "Content-Range": ContentRange(piece, of: upload.size).text, "Content-Type": "application/octet-stream",
            ],
            body: .filePart(path: upload.file, range: piece), timeouts: GraphClient.streaming)
    }

    enum Status {
        /// How many bytes, counted from the first, it has.
        case position(Int)
        case ending(Ending)
        /// It is there, and does not say what is missing.
        case unclear
    }

    /// Asks what is missing.
    func status() async throws -> Status {
        let answer = try await http.send(HTTPRequest(url: open.url.expose(), headers: ["Accept": "application/json"]))
        guard answer.status == 200 else { return .ending(Self.ending(answer)) }
        return expected(in: answer.body).map { .position($0) } ?? .unclear
    }

    /// Where the first missing range begins; nil when none is named.
    private func expected(in body: Data) -> Int? {
        struct Status: Decodable { let nextExpectedRanges: [String] }
        let ranges = (try? JSONDecoder().decode(Status.self, from: body))?.nextExpectedRanges ?? []
        return ranges.compactMap { $0.split(separator: "-").first.flatMap { Int($0) } }.min()
            .flatMap { (0..<upload.size).contains($0) ? $0 : nil }
    }
}

/// What happens on the way of an upload.
public enum UploadEvent: Hashable, Sendable {
    /// An earlier run's session is gone on with, where the server has so many bytes.
    case resumed(Int)
    /// An earlier run's session is no longer there, so it is begun anew.
    case forgotten
    /// So many bytes, counted from the first, are at the server.
    case sent(Int)
    /// A piece was answered with this status, and it is waited before the next attempt.
    case waiting(Duration, status: Int)
}
