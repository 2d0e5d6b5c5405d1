import Foundation

/// The token cache file that all MSAL libraries share, as it was read.
///
/// The libraries differ in the keys of the file, so keys mean nothing here: an entity is what its fields say. What
/// is not understood is left out and counted, since files carry members of newer libraries and of other programs.
public struct UnifiedCache: Sendable {
    /// Far beyond what thousands of accounts need.
    public static let sizeLimit = 64 << 20

    enum Kind: String, CaseIterable {
        case accessToken = "AccessToken"
        case refreshToken = "RefreshToken"
        case idToken = "IdToken"
        case account = "Account"
        case appMetadata = "AppMetadata"
    }

    private let entries: [Kind: [CacheEntry]]
    /// Entries of a known kind that are not objects.
    let unreadable: Int

    public init(_ file: Data) throws(UnifiedCacheError) {
        guard file.count <= UnifiedCache.sizeLimit else { throw .tooLarge(limit: UnifiedCache.sizeLimit) }
        let text = file.starts(with: UnifiedCache.byteOrderMark) ? file.dropFirst(3) : file
        guard let first = text.first(where: { !UnifiedCache.spaces.contains($0) }) else { throw .empty }
        guard first != UInt8(ascii: "<") else { throw .webPage }
        let document: Document
        do {
            document = try JSONDecoder().decode(Document.self, from: Data(text))
        } catch let error as UnifiedCacheError {
            throw error
        } catch DecodingError.typeMismatch {
            throw .notACache
        } catch {
            throw .notJSON
        }
        (entries, unreadable) = (document.entries, document.unreadable)
    }

    func all(_ kind: Kind) -> [CacheEntry] { entries[kind] ?? [] }

    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
    private static let spaces = Set(" \t\r\n".utf8)
}

private struct Document: Decodable {
    var entries: [UnifiedCache.Kind: [CacheEntry]] = [:]
    var unreadable = 0

    init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: AnyKey.self)
        let known = UnifiedCache.Kind.allCases.filter { members.contains(AnyKey($0.rawValue)) }
        // A library that holds nothing writes an object without members.
        guard !known.isEmpty || members.allKeys.isEmpty else { throw UnifiedCacheError.notACache }
        for kind in known {
            let key = AnyKey(kind.rawValue)
            if try members.decodeNil(forKey: key) { continue }
            guard let map = try? members.nestedContainer(keyedBy: AnyKey.self, forKey: key) else {
                throw UnifiedCacheError.wrongType(member: kind.rawValue)
            }
            entries[kind] = map.allKeys.compactMap { try? map.decode(CacheEntry.self, forKey: $0) }
            unreadable += map.allKeys.count - (entries[kind]?.count ?? 0)
        }
    }
}

private struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ text: String) { stringValue = text }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { nil }
}
