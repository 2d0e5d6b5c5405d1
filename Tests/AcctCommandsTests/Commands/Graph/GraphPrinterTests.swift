import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct GraphPrinterTests {
    /// A head whose commit has failed is not in its file, where the status of an earlier run would stay.
    @Test func missingStatusReplacesOneThatCouldNotBeWritten() throws {
        let path = NSTemporaryDirectory() + "acct-status-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: path) }
        let file = try OutputFile(path)
        try file.write(Data("200\n".utf8))
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
        #expect(throws: OutputFileError.self) { try file.commit() }
        try FileManager.default.removeItem(atPath: path)
        let printer = GraphPrinter(
            output: Output(terminal: Terminal(environment: [:]), isQuiet: true), includesHead: false, isSilent: true,
            program: nil, headFiles: HeadFiles(status: file))
        printer.headFiles.writeMissing()
        #expect(try String(contentsOfFile: path, encoding: .utf8) == "000\n")
    }
}
