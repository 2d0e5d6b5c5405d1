import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct GraphPrinterTests {
    /// The status 000 is for a request without a response, and not for one whose status could not be written.
    @Test func missingStatusIsWrittenOnlyWhereNoneCame() throws {
        let path = NSTemporaryDirectory() + "acct-status-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try OutputFile(path)
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: OutputFileError.self) { try HeadFiles(status: file).write(status: 200, HTTPHeaders()) }
        try FileManager.default.removeItem(atPath: path)
        HeadFiles(status: file).writeMissing()
        #expect(!FileManager.default.fileExists(atPath: path))
        HeadFiles(status: try OutputFile(path)).writeMissing()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "000\n")
    }
}
