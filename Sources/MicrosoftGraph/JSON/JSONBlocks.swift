import CJSONBlock

/// Finds the ends of strings, objects and arrays, looking at 64 bytes of text at once.
///
/// After Langdale and Lemire, "Parsing Gigabytes of JSON per Second" (2019), 3.1: the quotes of a block as bits, less the
/// escaped ones, make the bits of what is between them, and only the few brackets that are left are looked at one by one.
/// Next to nothing of this is a branch, which the processor would have to guess.
struct JSONBlocks {
    private let bytes: UnsafeBufferPointer<UInt8>
    /// Where the block begins that was looked at last. The lowest bit of what follows is its first byte.
    private var start = 0
    /// The quotes that begin and end strings.
    private var quotes: UInt64 = 0
    /// What is in strings, each with its first quote.
    private var strings: UInt64 = 0
    /// The brackets outside of strings, but for those that were counted.
    private var brackets: UInt64 = 0
    /// One if the block ends with a backslash that escapes the byte behind it.
    private var escape: UInt64 = 0

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    /// Behind the quote that ends the string whose first quote is at `open`; nil when none does.
    mutating func end(ofStringAt open: Int) -> Int? {
        begin(at: open)
        var ends = quotes & ~strings & (.max << (open - start))
        while ends == 0 {
            guard goOn() else { return nil }
            ends = quotes & ~strings
        }
        return start + ends.trailingZeroBitCount + 1
    }

    /// Behind the bracket that closes the one at `open`; nil when none does.
    mutating func end(ofContainerAt open: Int) -> Int? {
        begin(at: open)
        brackets &= .max << (open - start)
        var depth = 0
        repeat {
            while brackets != 0 {
                let index = start &+ brackets.trailingZeroBitCount
                brackets &= brackets &- 1
                // One up, or down for `]` and `}`, which have a bit that `[` and `{` have not.
                depth &+= 1 &- Int(bytes[index] &>> 1 & 0x02)
                if depth == 0 { return index &+ 1 }
            }
        } while goOn()
        return nil
    }

    /// Stays in the block where something else ended, if there the quote or bracket counts, or begins anew with it.
    private mutating func begin(at open: Int) {
        guard (quotes & strings | brackets) >> (open - start) & 1 == 0 else { return }
        (strings, escape) = (0, 0)
        look(at: open)
    }

    private mutating func goOn() -> Bool {
        guard start &+ 64 < bytes.count else { return false }
        look(at: start &+ 64)
        return true
    }

    private mutating func look(at start: Int) {
        guard let text = bytes.baseAddress else { return }
        let block = cjson_look(text + start, bytes.count &- start)
        let isInString = 0 &- strings &>> 63
        quotes = block.quotes & ~escaped(by: block.backslashes)
        strings = JSONBlocks.parities(quotes) ^ isInString
        brackets = block.brackets & ~strings
        self.start = start
    }

    /// The escaped bytes; of backslashes themselves, about which nobody asks, it may say anything.
    private mutating func escaped(by backslashes: UInt64) -> UInt64 {
        let first = escape
        guard backslashes | first != 0 else { return 0 }
        let backslashes = backslashes & ~first
        let runs = backslashes & ~(backslashes &<< 1)
        // Adding its first bit to a run moves it to the byte behind. If it began at an odd place, that byte is escaped at
        // an even one, and behind any other run, which stays as it is, at an odd one.
        let (sum, isCarried) = backslashes.addingReportingOverflow(runs & JSONBlocks.odd)
        escape = isCarried ? 1 : 0
        return (backslashes &<< 1) & (sum ^ JSONBlocks.odd) | first
    }

    /// For each bit, whether the number of those up to it is odd.
    private static func parities(_ bits: UInt64) -> UInt64 {
        var bits = bits
        for distance: UInt64 in [1, 2, 4, 8, 16, 32] { bits ^= bits &<< distance }
        return bits
    }

    private static let odd: UInt64 = 0xAAAA_AAAA_AAAA_AAAA
}
