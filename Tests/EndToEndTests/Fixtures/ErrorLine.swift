import Foundation
import Testing

/// The error that `--json` puts on the last line of stderr.
struct ErrorLine: Decodable {
    let kind, message: String
    let profile, command: String?
}

extension Run {
    func lastErrorLine() throws -> ErrorLine {
        struct Envelope: Decodable { let error: ErrorLine }
        let line = try #require(error.split(separator: "\n").last, "\(self)")
        return try JSONDecoder().decode(Envelope.self, from: Data(line.utf8)).error
    }
}
