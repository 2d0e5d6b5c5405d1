/// Random numbers that a seed repeats (SplitMix64). A parameterized test names its seed when it fails.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
    private var state: UInt64

    public init(seed: UInt64) {
        state = seed
    }

    public mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }

    /// The same seeds in every run, and one that no run had before.
    public static let seeds: [UInt64] = Array(1...8) + [UInt64.random(in: 9 ... .max)]

    public mutating func bytes(upTo count: Int) -> [UInt8] {
        (0..<Int.random(in: 0...count, using: &self)).map { _ in UInt8.random(in: 0...255, using: &self) }
    }

    /// Text of any scalars, with those that parsers stumble over more often than chance would have them.
    public mutating func text(upTo count: Int) -> String {
        var scalars = String.UnicodeScalarView()
        for _ in 0..<Int.random(in: 0...count, using: &self) {
            if Bool.random(using: &self), let hostile = SeededGenerator.hostile.randomElement(using: &self) {
                scalars.append(hostile)
            } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &self)) {
                scalars.append(scalar)
            }
        }
        return String(scalars)
    }

    private static let hostile = Array(
        "\u{0}\t\r\n \"%&'+,./:;<=>?@[\\]{}~\u{7F}\u{85}\u{301}\u{202E}\u{FEFF}".unicodeScalars)
}
