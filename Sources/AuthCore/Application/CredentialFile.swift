import Foundation
import HTTPTransport

/// A token of another issuer, in a file that whoever provides it keeps fresh, such as Kubernetes.
struct FederatedTokenFile {
    let path: String

    /// What the file holds now.
    func token() throws(AuthError) -> Secret {
        let text: String
        do throws(FileProblem) { text = try SmallFile.text(at: path) } catch {
            throw .application(.tokenFile(path: path, error))
        }
        let token = text.trimmingCharacters(in: .whitespacesAndNewlines)
        // A JSON Web Token in its compact form (RFC 7515 section 7.1); more than that is the server's to check.
        let parts = token.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, parts.allSatisfy({ Data(base64URL: String($0))?.isEmpty == false }) else {
            throw .application(.tokenFile(path: path, .malformed))
        }
        return Secret(token)
    }
}

/// Files that hold a credential: a few kilobytes of text.
enum SmallFile {
    private static let limit = 256 << 10

    static func text(at path: String) throws(FileProblem) -> String {
        let file = FileHandle(forReadingAtPath: path)
        // At the end of a file there is nothing to read, which is no failure.
        guard let file, let data = try? file.read(upToCount: limit + 1) ?? Data() else { throw .unreadable }
        guard data.count <= limit else { throw .tooLarge }
        guard let text = String(data: data, encoding: .utf8) else { throw .malformed }
        return text
    }
}

extension FileProblem: Error {}
