/// Texts that a server sends where a number belongs: the edges of the number types, and what number parsers accept or
/// confuse.
public enum HostileNumbers {
    public static let texts = [
        "", " ", "0", "-0", "-1", "+1", "1", "007", "1.5", "1e3", "1e400", "-1e400", "0x10", "nan", "inf", "-inf",
        " 5", "5 ", "5,5", "5-5", "1_000", "\u{0661}", "2147483648", "9007199254740992", "9007199254740993",
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "18446744073709551616",
        "99999999999999999999999999", String(repeating: "9", count: 400),
    ]

    /// The texts that are one JSON number.
    public static let inJSON = texts.filter { text in
        let digits = text.drop { $0 == "-" }
        return digits.first.map { "123456789".contains($0) } ?? false
            && text.allSatisfy { "-.e0123456789".contains($0) }
            && !digits.contains("-")
    }
}
