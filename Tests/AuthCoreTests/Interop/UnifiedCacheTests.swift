import Foundation
import HostileInput
import Testing

@testable import AuthCore

/// Valid, invalid and damaged cache files.
@Suite struct UnifiedCacheTests {
    private func problem(_ text: String) -> UnifiedCacheError? {
        failure { () throws(UnifiedCacheError) in try UnifiedCache(Data(text.utf8)) }
    }

    @Test(arguments: [
        ("", UnifiedCacheError.empty), (" \r\n\t", .empty), ("\u{FEFF}", .empty),
        ("<!DOCTYPE html><p>Sign in", .webPage),
        ("\n<html>", .webPage), ("{", .notJSON), (#"{"AccessToken":{"k":{"secret":"a"#, .notJSON),
        ("nonsense", .notJSON),
        ("{}}", .notJSON), ("{\u{0}}", .notJSON), (#"{"Account":{}}"# + "\u{0}", .notJSON), ("[]", .notACache),
        ("1", .notACache),
        (#""text""#, .notACache), (#"{"subscriptions":[]}"#, .notACache),
        (#"{"AccessToken":[]}"#, .wrongType(member: "AccessToken")), (#"{"Account":1}"#, .wrongType(member: "Account")),
    ])
    func rejectsOtherFiles(text: String, expected: UnifiedCacheError) {
        #expect(problem(text) == expected)
    }

    @Test(arguments: [
        "{}", #"{"Account":{}}"#, "\u{FEFF}{\"Account\":null}", #"  {"RefreshToken":{},"customized":{"a":[1]}}"#,
    ])
    func acceptsEmptyCaches(text: String) throws {
        let contents = try UnifiedCache(Data(text.utf8)).contents(now: Date())
        #expect(contents.signIns.isEmpty && contents.skipped.isEmpty)
    }

    @Test func rejectsFilesOverTheLimit() {
        let file = Data(repeating: UInt8(ascii: " "), count: UnifiedCache.sizeLimit + 1)
        #expect(
            failure { () throws(UnifiedCacheError) in try UnifiedCache(file) }
                == .tooLarge(limit: UnifiedCache.sizeLimit))
    }

    @Test func rejectsDeepNesting() {
        #expect(problem(#"{"Account":"# + String(repeating: "[", count: 100_000)) == .notJSON)
    }

    /// Cut anywhere, a cache is refused: half of one must not pass for all.
    @Test func rejectsEveryTruncation() throws {
        let whole = try CacheFile.python().data()
        for length in whole.indices where length > 0 {
            #expect(failure { () throws(UnifiedCacheError) in try UnifiedCache(whole.prefix(length)) } == .notJSON)
        }
    }

    @Test(arguments: SeededGenerator.seeds) func survivesChangedBytes(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let whole = try CacheFile.python().data()
        for _ in 0..<200 {
            var bytes = Array(whole)
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = UInt8.random(in: 0...255, using: &random)
            }
            check(Data(bytes))
            check(Data(random.bytes(upTo: 200)))
        }
    }

    @Test(arguments: SeededGenerator.seeds) func survivesAnyField(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            var file = try CacheFile.python()
            for kind in UnifiedCache.Kind.allCases {
                var entry = CacheFile.fields([:])
                for field in CacheEntity.Field.allCases { entry[field.rawValue] = value(&random) }
                entry["secret"] = value(&random)
                file.add(kind.rawValue, Bool.random(using: &random) ? entry : value(&random))
            }
            check(try file.data())
        }
    }

    private func value(_ random: inout SeededGenerator) -> Any {
        switch Int.random(in: 0...5, using: &random) {
        case 0: random.text(upTo: 40)
        case 1: Int.random(in: .min ... .max, using: &random)
        case 2: Double.random(in: -1e300...1e300, using: &random)
        case 3: NSNull()
        case 4:
            ["login.microsoftonline.com", "common", Contoso.tenantID, "1000", CacheFile.home].randomElement(
                using: &random) ?? ""
        default: [random.text(upTo: 5)]
        }
    }

    /// Whatever the bytes, there are sign-ins that make sense or an error.
    private func check(_ file: Data) {
        guard let contents = try? UnifiedCache(file).contents(now: Date()) else { return }
        for signIn in contents.signIns {
            #expect(!signIn.grant.account.homeAccountID.isEmpty)
            #expect(UUID(uuidString: signIn.grant.tenantID) != nil)
            #expect(signIn.authority.cloud != nil, "no file chooses a host")
        }
    }
}
