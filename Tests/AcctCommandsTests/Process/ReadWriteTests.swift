import Foundation
import Testing

@testable import AcctCommands

/// Reading and writing through descriptors that do not block, as a program that shares a terminal or a pipe leaves them.
@Suite struct ReadWriteTests {
    private struct Pipe {
        let ends: (readEnd: Int32, writeEnd: Int32)

        init() throws {
            ends = try #require(openPipe())
            for end in [ends.readEnd, ends.writeEnd] { _ = fcntl(end, F_SETFL, O_NONBLOCK) }
        }
    }

    @Test func writerWaitsForRoom() async throws {
        let pipe = try Pipe()
        let bytes = Data(repeating: 7, count: 1 << 20)
        let writer = Thread {
            let code = bytes.withUnsafeBytes { writeAll($0, to: pipe.ends.writeEnd) }
            #expect(code == nil)
            close(pipe.ends.writeEnd)
        }
        writer.start()
        // The pipe, which holds 64 KiB, is full by then.
        try await Task.sleep(for: .milliseconds(50))
        #expect(readAll(from: pipe.ends.readEnd) == bytes)
        close(pipe.ends.readEnd)
    }

    @Test func readerWaitsForBytes() async throws {
        let pipe = try Pipe()
        let writer = Thread {
            usleep(50_000)
            _ = Data("text".utf8).withUnsafeBytes { writeAll($0, to: pipe.ends.writeEnd) }
            close(pipe.ends.writeEnd)
        }
        writer.start()
        #expect(readAll(from: pipe.ends.readEnd) == Data("text".utf8))
        close(pipe.ends.readEnd)
    }
}
