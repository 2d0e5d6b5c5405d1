import Testing

@testable import AcctCommands

@Suite struct MessageTextTests {
    @Test(arguments: [
        ("", 10, []), ("one two three", 7, ["one two", "three"]), ("one two three", 80, ["one two three"]),
        ("one two three", 1, ["one", "two", "three"]), ("a\n b\t c", 80, ["a b c"]),
        ("see /users/long-path here", 8, ["see", "/users/long-path", "here"]), ("山田 山田", 8, ["山田", "山田"]),
        ("山田 山田", 9, ["山田 山田"]),
    ])
    func wordsStayWhole(text: String, width: Int, lines: [String]) {
        #expect(text.wrapped(to: width) == lines)
    }

    @Test(arguments: [
        ("Short.", 20, 6, "Short."), ("one two three four", 10, 0, "one two\nthree four"),
        ("one two three four", 11, 6, "one\ntwo three\nfour"), ("one", 5, 6, "one"),
        ("  an indented line", 10, 0, "  an\n  indented\n  line"), ("", 0, 6, ""),
    ])
    func messageIsWrappedBetweenWords(message: String, width: Int, indent: Int, text: String) {
        #expect(message.wrappedMessage(to: width, after: indent) == text)
    }

    @Test(arguments: [
        ("To finish, run:", "acct sign-in work", 20, "To finish, run:\nacct sign-in work"),
        ("To finish, run:", "acct use a", 27, "To finish, run: acct use a"),
        ("To see it and to finish, run:", "acct use a", 27, "To see it and to finish,\nrun: acct use a"),
        ("Name it:", "acct edit work --browser 'a b'", 24, "Name it:\nacct edit work --browser 'a b'"),
        ("  Details:", "acct scopes /me", 20, "  Details:\n  acct scopes /me"),
    ])
    func commandOfAMessageStaysWhole(message: String, command: String, width: Int, text: String) {
        #expect(message.wrappedMessage(to: width, command: command) == text)
    }
}
