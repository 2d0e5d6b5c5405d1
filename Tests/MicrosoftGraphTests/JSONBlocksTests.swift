import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct JSONBlocksTests {
    @Test(arguments: SeededGenerator.seeds)
    func everythingEndsWhereAReaderOfSingleBytesSays(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let bytes = Array(container(&generator, depth: 4).utf8)
            let expected = ends(in: bytes)
            let opens = expected.keys.sorted()
            #expect(found(opens, in: bytes) == opens.map { expected[$0] })
            let shuffled = opens.shuffled(using: &generator)
            #expect(found(shuffled, in: bytes) == shuffled.map { expected[$0] })
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func elementsStandWhereAReaderOfSingleBytesSays(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<40 {
            let items = (0..<9).map { _ in container(&generator, depth: 2) }
            let bytes = Array("[\(items.map { $0 + space(&generator) }.joined(separator: ","))]".utf8)
            let expected = ends(in: bytes)
            bytes.withUnsafeBufferPointer { text in
                var scanner = JSONScanner(text)
                let elements = scanner.array()
                #expect(elements?.map { expected[$0.lowerBound] } == elements?.map(\.upperBound))
                #expect(elements?.map { Array(text[$0]) } == items.map { Array($0.utf8) })
            }
        }
    }

    /// Runs of every length, at every place of a block and across the borders of two.
    @Test(arguments: 0...130)
    func onlyAnOddRunOfBackslashesEscapesAQuote(length: Int) {
        let run = String(repeating: "\\", count: length)
        let string = length.isMultiple(of: 2) ? "\"\(run)\"" : "\"\(run)\"}\""
        for offset in 0..<64 {
            let spaces = String(repeating: " ", count: offset)
            let text = Array("[\(spaces)\(string),\"]\"]".utf8)
            let second = text.count - 4
            #expect(found([1 + offset, second, 0], in: text) == [second - 1, text.count - 1, text.count])
        }
    }

    /// What stands in memory behind the text is none of it.
    @Test(arguments: SeededGenerator.seeds)
    func whatIsCutOffDoesNotEnd(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let bytes = Array(container(&generator, depth: 3).utf8)
        bytes.withUnsafeBufferPointer { text in
            for end in 1..<text.count {
                var blocks = JSONBlocks(UnsafeBufferPointer(rebasing: text[..<end]))
                #expect(blocks.end(ofContainerAt: 0) == nil)
            }
        }
    }

    /// In text that is no JSON, too, an end does not depend on what was looked at before, and lies within the text.
    @Test(arguments: SeededGenerator.seeds)
    func damagedTextGivesTheSameEveryTime(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<60 {
            var bytes = Array(container(&generator, depth: 3).utf8)
            for _ in 0..<Int.random(in: 1...5, using: &generator) { damage(&bytes, &generator) }
            let opens = bytes.indices.filter { "\"[{".utf8.contains(bytes[$0]) }
            let first = opens.map { found([$0], in: bytes)[0] }
            #expect(found(opens, in: bytes) == first)
            #expect(zip(opens, first).allSatisfy { open, end in end.map { open < $0 && $0 <= bytes.count } != false })
        }
    }

    private func found(_ opens: [Int], in bytes: [UInt8]) -> [Int?] {
        bytes.withUnsafeBufferPointer { text in
            var blocks = JSONBlocks(text)
            return opens.map {
                text[$0] == UInt8(ascii: "\"") ? blocks.end(ofStringAt: $0) : blocks.end(ofContainerAt: $0)
            }
        }
    }

    /// Where each string and container ends that begins at the key.
    private func ends(in bytes: [UInt8]) -> [Int: Int] {
        var ends: [Int: Int] = [:]
        var containers: [Int] = []
        var string: Int?
        var index = 0
        while index < bytes.count {
            switch (Unicode.Scalar(bytes[index]), string) {
            case ("\\", .some): index += 1
            case ("\"", .some(let open)): (ends[open], string) = (index + 1, nil)
            case ("\"", nil): string = index
            case ("[", nil), ("{", nil): containers.append(index)
            case ("]", nil), ("}", nil): ends[containers.removeLast()] = index + 1
            default: break
            }
            index += 1
        }
        return ends
    }

    private func container(_ generator: inout SeededGenerator, depth: Int) -> String {
        let isObject = Bool.random(using: &generator)
        let items = (0..<Int.random(in: 0...5, using: &generator)).map { _ in
            let name = isObject ? string(&generator) + space(&generator) + ":" : ""
            return space(&generator) + name + value(&generator, depth: depth) + space(&generator)
        }
        return (isObject ? "{" : "[") + items.joined(separator: ",") + (isObject ? "}" : "]")
    }

    private func value(_ generator: inout SeededGenerator, depth: Int) -> String {
        switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &generator) {
        case 0: ["null", "true", "false", "-1.5e+7", "0"].randomElement(using: &generator) ?? ""
        case 1...3: string(&generator)
        default: container(&generator, depth: depth - 1)
        }
    }

    private func string(_ generator: inout SeededGenerator) -> String {
        let pieces = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
            let count = Int.random(in: 0...65, using: &generator)
            return switch Int.random(in: 0..<4, using: &generator) {
            case 0: String(repeating: "\\\\", count: count)
            case 1: String(repeating: "\\\\", count: count) + "\\\""
            case 2: String(repeating: "a", count: count)
            default:
                ["{", "}", "[", "]", ",", ":", "y", "_", "ü", "😀", "\\\"", "\\\\", "\\n"].randomElement(
                    using: &generator) ?? ""
            }
        }
        return "\"\(pieces.joined())\""
    }

    private func space(_ generator: inout SeededGenerator) -> String {
        ["", "", "", " ", "\n", "\r\n\t", String(repeating: " ", count: 61)].randomElement(using: &generator) ?? ""
    }

    private func damage(_ bytes: inout [UInt8], _ generator: inout SeededGenerator) {
        guard let place = bytes.indices.randomElement(using: &generator) else { return }
        let other = Array("\"\\[]{}y_,: ".utf8).randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: bytes[place] = other
        case 1: bytes.insert(other, at: place)
        case 2: bytes.remove(at: place)
        default: bytes.removeSubrange(place...)
        }
    }
}
