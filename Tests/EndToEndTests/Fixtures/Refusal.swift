import Foundation
import Testing

/// How a command is to fail: with which exit code, which words, and which command to type next.
struct Refusal: Sendable {
    let status: Int32
    let words: String
    var command: String?

    init(_ status: Int32, _ words: String, run command: String? = nil) {
        self.status = status
        self.words = words
        self.command = command
    }
}

func expect(_ run: Run, _ refusal: Refusal, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(run.status == refusal.status, "\(run)", sourceLocation: sourceLocation)
    #expect(run.error.contains(refusal.words), "\(run)", sourceLocation: sourceLocation)
    if let command = refusal.command {
        #expect(
            run.error.components(separatedBy: "\n").contains { $0.hasSuffix("Run: \(command)") }, "\(run)",
            sourceLocation: sourceLocation)
    }
    #expect(run.output.isEmpty, "\(run)", sourceLocation: sourceLocation)
}
