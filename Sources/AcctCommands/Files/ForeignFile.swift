import AuthCore
import Foundation
import HTTPTransport
import MicrosoftGraph

/// Files of other programs, which are only ever read.
enum ForeignFile {
    static func cache(at path: String) throws -> UnifiedCache {
        // One byte more than may be there: then the parser sees that it is too much.
        let bytes = try read(path, limit: UnifiedCache.sizeLimit + 1)
        do throws(UnifiedCacheError) {
            return try UnifiedCache(bytes)
        } catch {
            throw InteropError.notACache(path: path, error)
        }
    }

    static func read(_ path: String, limit: Int) throws(InteropError) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotRead(path: path, code: errno) }
        defer { close(descriptor) }
        var bytes = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count < limit {
            let count = Foundation.read(descriptor, &chunk, min(chunk.count, limit - bytes.count))
            if count == 0 { break }
            if count < 0, errno != EINTR { throw .cannotRead(path: path, code: errno) }
            bytes += chunk.prefix(max(count, 0))
        }
        return bytes
    }
}

/// Writes a file that only its owner can read, from its first moment on.
enum PrivateFile {
    /// - Parameter replacing: whether a file that is there gives way; it stays whole until the new one is complete.
    static func write(_ text: Secret, to path: String, replacing: Bool) throws(InteropError) {
        let draft = replacing ? "\(path).\(getpid()).\(UInt64.random(in: 0 ... .max))" : path
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? .fileExists(path: path) : .cannotWrite(path: path, code: errno)
        }
        let problem = fill(descriptor, with: text) ?? (replacing && rename(draft, path) != 0 ? errno : nil)
        guard let problem else { return }
        unlink(draft)
        throw .cannotWrite(path: path, code: problem)
    }

    /// Closes the file; the error number when it cannot be written.
    private static func fill(_ descriptor: Int32, with text: Secret) -> Int32? {
        defer { close(descriptor) }
        let problem = Array(text.expose().utf8).withUnsafeBytes { WholeWrite.of($0, to: descriptor) }
        if let problem { return problem }
        return fsync(descriptor) == 0 ? nil : errno
    }
}

/// What can be wrong with files of other programs. Nothing is stored and nothing is overwritten because of one.
enum InteropError: Error, Equatable {
    case cannotRead(path: String, code: Int32)
    case notACache(path: String, UnifiedCacheError)
    case notAPermissionList(path: String, PublishedPermissionsError)
    /// There is no file of tokens in the Azure CLI's folder.
    case noAzureCache(folder: String)
    /// The Azure CLI was told to encrypt its tokens.
    case encryptedAzureCache(folder: String)
    /// The cache is well-formed and has nobody in it who could come in.
    case nobody(path: String)
    /// `--name` can name one profile only.
    case severalForName(Int)
    case fileExists(path: String)
    case cannotWrite(path: String, code: Int32)
    case exportNotConfirmed(profile: String, path: String)
    case nothingToExport(profile: String)
}
