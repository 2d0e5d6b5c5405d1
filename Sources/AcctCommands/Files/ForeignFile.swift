import AuthCore
import Foundation

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
