import Testing

@testable import AcctCommands

@Suite struct WrappedTextTests {
    @Test(arguments: [
        ("", 10, []), ("one two three", 7, ["one two", "three"]), ("one two three", 80, ["one two three"]),
        ("one two three", 1, ["one", "two", "three"]), ("a\n b\t c", 80, ["a b c"]),
        ("see /users/long-path here", 8, ["see", "/users/long-path", "here"]), ("山田 山田", 8, ["山田", "山田"]),
        ("山田 山田", 9, ["山田 山田"]),
    ])
    func wordsStayWhole(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }
}
