import Foundation
import Testing

@testable import AuthCore

/// The `openssl` program, as a second opinion on keys, certificates and signatures.
enum OpenSSL {
    static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// - Returns: its output. A failure fails the test.
    @discardableResult
    static func run(_ line: String, in folder: TemporaryFolder) throws -> Data {
        let process = Process()
        let output = Pipe()
        process.executableURL = URL(fileURLWithPath: try #require(path))
        process.arguments = line.split(separator: " ").map(String.init)
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        let printed = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        try #require(process.terminationStatus == 0, "openssl \(line)")
        return printed
    }
}

extension Trait where Self == ConditionTrait {
    static var needsOpenSSL: Self { .enabled(if: OpenSSL.path != nil, "openssl is not installed; see .ci/run.") }
}

/// A folder that goes when the test is over.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        path = FileManager.default.temporaryDirectory.path + "/acct-auth-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try text.write(toFile: file(name), atomically: true, encoding: .utf8)
        return file(name)
    }

    func read(_ name: String) throws -> String { try String(contentsOfFile: file(name), encoding: .utf8) }

    /// A certificate and its key in one file, `name`.pem, with both apart beside it.
    func makeCertificate(_ name: String = "app", key: String = "rsa:2048", days: Int = 30) throws -> String {
        try OpenSSL.run(
            "req -x509 -newkey \(key) -nodes -keyout \(name).key -out \(name).crt -days \(days) -subj /CN=\(name)",
            in: self)
        return try write(try read("\(name).crt") + read("\(name).key"), to: "\(name).pem")
    }
}
