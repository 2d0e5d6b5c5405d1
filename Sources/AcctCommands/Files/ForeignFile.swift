import AuthCore
import FoundationEssentials
import Glibc
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
        guard let bytes = readAll(from: descriptor, limit: limit + 1) else {
            throw .cannotRead(path: name, code: errno)
        }
        return bytes
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
    /// The tokens of a read-only profile may allow more than its own commands do with them.
    case readOnlyExport(profile: String)
}
