import Foundation
import Testing

/// The way in which a command has to fail: the exit code, a part of the message, and the command that mends it.
struct ExpectedError: Sendable {
    let status: Int32
    let words: String
    var command: String?

    init(_ status: Int32, _ words: String, run command: String? = nil) {
        self.status = status
        self.words = words
        self.command = command
    }
}

func expect(_ run: Run, _ expected: ExpectedError, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(run.status == expected.status, "\(run)", sourceLocation: sourceLocation)
    #expect(run.error.contains(expected.words), "\(run)", sourceLocation: sourceLocation)
    if let command = expected.command {
        #expect(
            run.error.components(separatedBy: "\n").contains { $0.hasSuffix("Run: \(command)") }, "\(run)",
            sourceLocation: sourceLocation)
    }
    #expect(run.output.isEmpty, "\(run)", sourceLocation: sourceLocation)
}

/// The error that `--json` puts on the last line of stderr.
struct ErrorLine: Decodable {
    let kind, message: String
    let profile, command, code, requestId: String?
    let status, retryAfter: Int?
}

extension Run {
    func lastErrorLine() throws -> ErrorLine {
        struct Envelope: Decodable { let error: ErrorLine }
        let line = try #require(error.split(separator: "\n").last, "\(self)")
        return try JSONDecoder().decode(Envelope.self, from: Data(line.utf8)).error
    }
}
