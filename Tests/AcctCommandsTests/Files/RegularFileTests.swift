import Foundation
import Testing

@testable import AcctCommands

@Suite struct RegularFileTests {
    private func problem(_ path: String) -> RegularFile.Problem? {
        do throws(RegularFile.Problem) {
            _ = try RegularFile(path, limit: 4)
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: ["", "a", "abcd", "abcde", "abcdefgh"])
    func readsOneByteBeyondTheLimit(content: String) throws {
        let tree = try TemporaryTree()
        let file = try RegularFile(tree.file("f", content, mode: 0o640), limit: 4)
        #expect(file.bytes == Array(content.utf8.prefix(5)))
        #expect(file.owner == geteuid())
        #expect(file.mode & 0o777 == 0o640)
    }

    @Test func otherKindsOfFilesAreRejected() throws {
        let tree = try TemporaryTree()
        try #require(mkfifo("\(tree.path)/pipe", 0o600) == 0)
        try tree.link("dangling", to: "nowhere")
        try tree.link("loop", to: "loop")
        try tree.link("file", to: tree.file("target", "x"))
        #expect(problem("\(tree.path)/pipe") == .irregular)
        #expect(problem("/dev/zero") == .irregular)
        #expect(problem("/dev/tty") != nil)
        #expect(problem(tree.path) == .directory)
        #expect(problem("\(tree.path)/nothing") == .missing)
        #expect(problem("\(tree.path)/dangling") == .missing)
        #expect(problem("\(tree.path)/target/below") == .missing)
        #expect(problem("\(tree.path)/loop") == .unreadable(code: ELOOP))
        #expect(problem("\(tree.path)/file") == nil)
    }

    @Test func socketIsRejected() throws {
        let tree = try TemporaryTree()
        let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        let path = "\(tree.path)/s"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8.prefix($0.count - 1)) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        try #require(bound == 0)
        #expect(problem(path) == .irregular)
    }
}
