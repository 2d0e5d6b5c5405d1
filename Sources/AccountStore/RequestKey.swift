import AuthCore
import Crypto
import FoundationEssentials

/// What is kept about a request stands under whose it is, and everything that makes it another one.
public struct RequestKey: Hashable, Sendable {
    public let account: AccountID
    /// SHA-256: what people ask for is nobody's business either.
    let digest: Data

    /// - Parameter parts: such as client, tenant, URL and headers; the order counts.
    public init(account: AccountID, parts: [String]) {
        self.account = account
        digest = RequestKey.digest(of: parts)
    }

    /// The columns of a table that has such a key.
    var arguments: Arguments { account.arguments + [digest] }

    /// Each part with its length before it, so that no two requests have the same bytes.
    private static func digest(of parts: [String]) -> Data {
        var hash = SHA256()
        for part in parts {
            withUnsafeBytes(of: UInt32(part.utf8.count).bigEndian) { hash.update(bufferPointer: $0) }
            hash.update(data: Data(part.utf8))
        }
        return Data(hash.finalize())
    }
}
