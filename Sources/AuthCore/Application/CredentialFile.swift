import FoundationEssentials
import Glibc
import HTTPTransport

/// Files that hold a credential: a few kilobytes of text.
enum CredentialFile {
    /// The text of a file.
    ///
    /// - Parameter limit: The most bytes that are accepted.
    static func text(at path: String, limit: Int = 256 << 10) throws(FileProblem) -> String {
        let bytes = try [UInt8](ofFile: path, upTo: limit + 1)
        guard bytes.count <= limit else { throw .tooLarge }
        guard let text = String(data: Data(bytes), encoding: .utf8) else { throw .malformed }
        return text
    }
}

extension [UInt8] {
    /// Reads the first bytes of a file, and no more than `count`: the path may be a device without an end.
    init(ofFile path: String, upTo count: Int) throws(FileProblem) {
        self.init()
        var descriptor: Int32
        repeat { descriptor = open(path, O_RDONLY | O_CLOEXEC) } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { throw .unreadable(code: errno) }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while self.count < count {
            let received = read(descriptor, &buffer, Swift.min(buffer.count, count - self.count))
            if received < 0, errno == EINTR { continue }
            guard received >= 0 else { throw .unreadable(code: errno) }
            if received == 0 { break }
            self += buffer[..<received]
        }
    }
}

/// A token of another issuer in a file that its provider, such as Kubernetes, keeps fresh.
struct FederatedTokenFile {
    let path: String

    /// The token that the file holds now.
    func token() throws(AuthError) -> Secret {
        let text: String
        do throws(FileProblem) { text = try CredentialFile.text(at: path) } catch {
            throw .application(.tokenFile(path: path, error))
        }
        let token = text.trimmingASCIIWhitespace()
        // The three parts of a JWT in its compact form (RFC 7515 section 7.1). The server checks the rest.
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ Data(base64URL: $0)?.isEmpty == false }) else {
            throw .application(.tokenFile(path: path, .malformed))
        }
        return Secret(token)
    }
}
