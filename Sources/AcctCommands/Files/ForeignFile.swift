import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport
import MicrosoftGraph

/// Files of other programs, which are only read.
enum ForeignFile {
    static func cache(at path: String) throws -> UnifiedCache {
        let bytes = try read(path, limit: UnifiedCache.sizeLimit)
        do throws(UnifiedCacheError) {
            return try UnifiedCache(bytes)
        } catch {
            throw InteropError.notACache(path: path, error)
        }
    }

    /// - Parameter limit: the size that the parser accepts. One byte more is read, so that the parser sees when a file is
    ///   larger.
    static func read(_ path: String, limit: Int) throws(InteropError) -> Data {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .cannotRead(path: path, code: errno) }
        defer { close(descriptor) }
        return try read(descriptor, named: path, limit: limit)
    }

    static func standardInput(limit: Int) throws(InteropError) -> Data {
        try read(STDIN_FILENO, named: "stdin", limit: limit)
    }

    private static func read(_ descriptor: Int32, named name: String, limit: Int) throws(InteropError) -> Data {
        var bytes = Data()
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while bytes.count <= limit {
            let count = Glibc.read(descriptor, &chunk, min(chunk.count, limit + 1 - bytes.count))
            if count == 0 { break }
            if count < 0, errno != EINTR { throw .cannotRead(path: name, code: errno) }
            bytes += chunk.prefix(max(count, 0))
        }
        return bytes
    }
}

/// A file with secrets for another program. Only its owner can read it, from the moment of its creation.
enum PrivateFile {
    /// - Parameter replacing: whether an existing file is replaced. It stays complete until the new one is.
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

    /// Writes the text and closes the file.
    ///
    /// - Returns: the error number when the file cannot be written; nil for success.
    private static func fill(_ descriptor: Int32, with text: Secret) -> Int32? {
        defer { close(descriptor) }
        let problem = Array(text.expose().utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
        if let problem { return problem }
        return fsync(descriptor) == 0 ? nil : errno
    }
}

/// The problems with files of other programs. Nothing is stored or overwritten when one occurs.
enum InteropError: Error, Equatable {
    case cannotRead(path: String, code: Int32)
    case notACache(path: String, UnifiedCacheError)
    case notAPermissionList(path: String, PublishedPermissionsError)
    /// - Parameter reason: a sentence.
    case notDefinitions(path: String, reason: String)
    /// The Azure CLI's folder holds no file of tokens.
    case noAzureCache(folder: String)
    /// The Azure CLI encrypts its tokens.
    case encryptedAzureCache(folder: String)
    /// The cache is valid and holds no account that can be imported.
    case noAccount(path: String)
    /// `--name` can name one profile only.
    case severalForName(Int)
    case fileExists(path: String)
    case cannotWrite(path: String, code: Int32)
    case exportNotConfirmed(profile: String, path: String)
    case nothingToExport(profile: String)
}
