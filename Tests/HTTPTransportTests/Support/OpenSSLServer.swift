import Foundation

/// `openssl s_server` on loopback, with a certificate for `localhost` of a private authority.
struct OpenSSLServer: Sendable {
    let url: String
    /// The file of the authority's certificate.
    let authority: String
    /// A directory with the authority's certificate under its hash, and one with another authority's.
    let directory: String
    let otherDirectory: String

    /// A PEM file with a certificate of the authority and its key is `client.pem`; one of another is `other-client.pem`.
    func file(_ name: String) -> String {
        URL(filePath: authority).deletingLastPathComponent().appending(path: name).path
    }

    static let path = ["/usr/bin/openssl", "/usr/local/bin/openssl", "/opt/homebrew/bin/openssl"]
        .first { FileManager.default.isExecutableFile(atPath: $0) }
    static var isInstalled: Bool { path != nil }

    /// Without a `response`, openssl's own page is served.
    static func run(
        _ options: [String] = [], responding response: String? = nil, _ body: (OpenSSLServer) async throws -> Void
    ) async throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: "tls-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try await offPool { try makeCertificates(in: directory) }
        try response?.write(to: directory.appending(path: "response"), atomically: true, encoding: .utf8)
        let mode = response == nil ? ["-www"] : ["-HTTP"]
        let arguments = ["s_server", "-accept", "127.0.0.1:0", "-cert", "server.pem", "-key", "server.key"]
        let (process, output) = try start(arguments + mode + options, in: directory)
        defer {
            // Not terminate(): a child inherits the signals that the pool's threads block, SIGTERM among them.
            kill(process.processIdentifier, SIGKILL)
        }
        let port = try await offPool { try listeningPort(from: output) }
        let path = response == nil ? "/" : "/response"
        let authority = directory.appending(path: "ca.pem").path
        try await body(
            OpenSSLServer(
                url: "https://localhost:\(port)\(path)", authority: authority,
                directory: directory.appending(path: "hashed").path,
                otherDirectory: directory.appending(path: "other").path))
    }

    private static func makeCertificates(in directory: URL) throws {
        let name = ["-nodes", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-days", "2"]
        try openssl(
            ["req", "-x509", "-keyout", "ca.key", "-out", "ca.pem", "-subj", "/CN=Test authority"] + name, directory)
        try openssl(
            ["req", "-x509", "-CA", "ca.pem", "-CAkey", "ca.key", "-keyout", "server.key", "-out", "server.pem"]
                + ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
                + ["-addext", "basicConstraints=critical,CA:false"] + name, directory)
        try openssl(
            ["req", "-x509", "-keyout", "other.key", "-out", "other.pem", "-subj", "/CN=Other"] + name, directory)
        for (file, authority) in [("client.pem", "ca"), ("other-client.pem", "other")] {
            try openssl(
                ["req", "-x509", "-CA", "\(authority).pem", "-CAkey", "\(authority).key", "-keyout", "client.key"]
                    + ["-out", file, "-subj", "/CN=client", "-addext", "basicConstraints=critical,CA:false"] + name,
                directory)
            let files = try [file, "client.key"].map { try Data(contentsOf: directory.appending(path: $0)) }
            try files.reduce(Data(), +).write(to: directory.appending(path: file))
        }
        for (name, certificate) in [("hashed", "ca.pem"), ("other", "other.pem")] {
            let folder = directory.appending(path: name)
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try FileManager.default.copyItem(
                at: directory.appending(path: certificate), to: folder.appending(path: certificate))
            try openssl(["rehash", "."], folder)
        }
    }

    private static func openssl(_ arguments: [String], _ directory: URL) throws {
        let (process, output) = try start(arguments, in: directory)
        let text = try output.readToEnd() ?? Data()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw Failed(text: String(decoding: text, as: UTF8.self)) }
    }

    private static func start(_ arguments: [String], in directory: URL) throws -> (Process, FileHandle) {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(filePath: path ?? "/usr/bin/openssl")
        process.arguments = arguments
        process.currentDirectoryURL = directory
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        return (process, pipe.fileHandleForReading)
    }

    /// openssl says `ACCEPT 127.0.0.1:43211` once it listens.
    private static func listeningPort(from output: FileHandle) throws -> Int {
        var text = ""
        while let data = try output.read(upToCount: 1), !data.isEmpty {
            text += String(decoding: data, as: UTF8.self)
            guard text.hasSuffix("\n"), let line = text.split(separator: "\n").last else { continue }
            guard line.hasPrefix("ACCEPT"), let port = line.split(separator: ":").last.flatMap({ Int($0) }) else {
                continue
            }
            return port
        }
        throw Failed(text: text)
    }

    /// Blocking in the pool of a machine with two cores would stop every other test.
    private static func offPool<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
        }
    }

    private struct Failed: Error {
        var text: String
    }
}
