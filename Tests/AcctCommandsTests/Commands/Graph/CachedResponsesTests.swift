import AccountStore
import ArgumentParser
import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AcctCommands

@Suite struct CachedResponsesTests {
    @Test(arguments: [
        ["/users", "--cache", "1h", "--paginate"], ["/users", "--stale-ok", "1h", "--paginate"],
        ["/me", "--cache", "1h", "-X", "HEAD"], ["/me", "--cache", "1h", "--input", "/dev/null"],
        ["/me", "--cache", "1w"],
    ])
    func onlySingleReadsAreStored(arguments: [String]) {
        #expect(throws: (any Error).self) { try Graph.parse(arguments) }
        #expect(throws: Never.self) { try Graph.parse(["/me", "--cache", "1h", "--stale-ok", "2d", "-X", "get"]) }
    }

    @Test(arguments: ["", "\r\n\r\n", "{}", "\0\u{FF}"])
    func responseIsReadAsItWasStored(body: String) throws {
        for headers: HTTPHeaders in [[:], ["Content-Type": "text/plain", "X": "a: b", "x": ""]] {
            let kept = CachedResponse(headers: headers, body: Data(body.utf8), time: Date())
            let stored = ResponseCacheEntry(content: kept.bytes, time: kept.time)
            let read = try #require(CachedResponse(stored))
            #expect(read.body == kept.body)
            #expect(read.headers == headers)
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomBytesDoNotCrash(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<500 {
            let content = Data(random.bytes(upTo: 40)) + Data("\r\n\r\n".utf8) + Data(random.bytes(upTo: 9))
            _ = CachedResponse(ResponseCacheEntry(content: content, time: Date()))
        }
    }

    @Test func responseFromTheFutureIsNotFresh() throws {
        let now = Date()
        let hour = try #require(TimeSpan("1h"))
        for (age, isFresh) in [(0.0, true), (3600, true), (3601, false), (-10, false)] {
            let kept = CachedResponse(headers: [:], body: Data(), time: now - age)
            #expect(kept.isWithin(hour, at: now) == isFresh)
            #expect(!kept.isWithin(nil, at: now))
        }
    }

    @Test func bodyIsCopiedUpToItsLimit() {
        let copy = BodyCopy(limit: 4)
        #expect(copy.add(Data("ab".utf8)) == nil && copy.add(Data("cd".utf8)) == nil)
        #expect(copy.add(nil) == Data("abcd".utf8))
        #expect(copy.add(nil) == nil)
        let small = BodyCopy(limit: 3)
        #expect(small.add(Data("abcd".utf8)) == nil && small.add(nil) == nil)
    }
}
