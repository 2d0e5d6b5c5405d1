import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct SpooledInputTests {
    /// Spools these bytes from a pipe.
    private func body(of bytes: Data, in folder: String) throws -> HTTPBody {
        let pipe = Pipe()
        let writer = Thread {
            try? pipe.fileHandleForWriting.write(contentsOf: bytes)
            try? pipe.fileHandleForWriting.close()
        }
        writer.start()
        return try SpooledInput(folder: folder, input: pipe.fileHandleForReading.fileDescriptor).body()
    }

    @Test(arguments: [0, 1, 4 << 20]) func smallBodyStaysInMemory(size: Int) throws {
        let bytes = Data(repeating: 7, count: size)
        #expect(try body(of: bytes, in: "/nonexistent") == .bytes(bytes))
    }

    @Test func largeBodyIsAnUnlinkedFile() throws {
        let folder = NSTemporaryDirectory() + "acct-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let bytes = Data((0..<9_000_001).map { UInt8(truncatingIfNeeded: $0 / 77) })
        guard case .file(let path) = try body(of: bytes, in: folder) else {
            Issue.record("It is in memory.")
            return
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).isEmpty)
        var info = stat()
        #expect(stat(path, &info) == 0 && info.st_mode & 0o777 == 0o600 && info.st_nlink == 0)
    }

    @Test func bodyThatCannotBeStoredIsAFailure() {
        let failure = #expect(throws: Failure.self) { try body(of: Data(count: 5 << 20), in: "/nonexistent") }
        #expect(failure?.kind == .failed && failure?.message.contains("TMPDIR") == true)
    }
}
