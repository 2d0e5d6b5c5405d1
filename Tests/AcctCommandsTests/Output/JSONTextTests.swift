import Foundation
import HostileInput
import Testing

@testable import AcctCommands

@Suite struct JSONTextTests {
    @Test func fieldsAreSortedAndSlashesUnescaped() throws {
        struct Sample: Encodable {
            let b = "https://x/y", a: Int? = nil, c = [1, 2]
        }
        #expect(try JSONText.of(Sample(), pretty: false) == #"{"b":"https://x/y","c":[1,2]}"#)
        #expect(try JSONText.of(Sample(), pretty: true).contains("\n"))
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomTextRoundTripsWithoutControlCharacters(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let texts = [generator.text(upTo: 20), hostile]
            let json = try JSONText.of(texts, pretty: false)
            #expect(!json.hasControlCharacters)
            let read = try JSONDecoder().decode([String].self, from: Data(json.utf8))
            #expect(read.map { Array($0.utf8) } == texts.map { Array($0.utf8) })
        }
    }
}
