import HostileInput
import Testing

@testable import AcctCommands

@Suite struct ShellWordsTests {
    private static let breaks = " \t\n\"'@><=;|&(:"

    struct Line: Sendable {
        let typed: String
        let words: [String]
        var head = ""
        var openQuote: Unicode.Scalar?
    }

    @Test(arguments: [
        Line(typed: "", words: [""]), Line(typed: "acct", words: ["acct"]), Line(typed: "acct ", words: ["acct", ""]),
        Line(typed: "acct  use\twork", words: ["acct", "use", "work"]),
        Line(typed: "acct rule remove GET\\ /us", words: ["acct", "rule", "remove", "GET /us"]),
        Line(typed: "a 'b c' d", words: ["a", "b c", "d"]), Line(typed: "a ''", words: ["a", ""]),
        Line(typed: "a 'b c", words: ["a", "b c"], openQuote: "'"),
        Line(typed: "a b'c", words: ["a", "bc"], head: "b", openQuote: "'"),
        Line(typed: #"a "b\$c\d\"e"#, words: ["a", #"b$c\d"e"#], openQuote: "\""),
        Line(typed: #"a 'b\"#, words: ["a", #"b\"#], openQuote: "'"),
        Line(typed: "a --profile=w", words: ["a", "--profile=w"], head: "--profile="),
        Line(typed: "a https://gr", words: ["a", "https://gr"], head: "https:"),
        Line(typed: "a 'https://gr", words: ["a", "https://gr"], openQuote: "'"),
        Line(typed: #"a b\:c"#, words: ["a", "b:c"]), Line(typed: "a b@", words: ["a", "b@"], head: "b"),
        Line(typed: "a b > f c", words: ["a", "b", "c"]), Line(typed: "a b 2>f ", words: ["a", "b", ""]),
        Line(typed: "a $(b)", words: ["a", "$(b)"], head: "$("), Line(typed: "a \\", words: ["a", ""]),
    ])
    func lineIsSplitAsTheShellSplitsIt(line: Line) {
        let words = ShellWords(line.typed, breaks: Self.breaks)
        #expect(words.words == line.words)
        #expect(words.head == line.head && words.openQuote == line.openQuote, "\(words)")
        #expect(!words.isRedirection)
    }

    @Test func thePlacesOfWordsAreKnown() {
        #expect(ShellWords(#"acct  exec 2>f -- \git 'a b' "#).starts == [0, 6, 15, 18, 23, 29])
        #expect(ShellWords("é x").starts == [0, 2])
    }

    @Test(arguments: ["a >", "a > ", "a > f", "a 2>f", "a <"])
    func fileOfARedirectionIsRecognized(line: String) {
        #expect(ShellWords(line).isRedirection)
    }

    @Test(arguments: [
        ("a ", "b c", #"b\ c"#), ("a ", "/me/$value", #"/me/\$value"#), ("a ", "$(x)`y`;'\"", #"\$\(x\)\`y\`\;\'\""#),
        ("a 'b", "it's $(x)", #"it'\''s $(x)"#), (#"a "b"#, #"$(x) "y" \ `z`"#, #"\$(x) \"y\" \\ \`z\`"#),
        ("a ", "work@x.example", "work@x.example"), ("a ", "grün", "grün"), ("a ", "$\u{301}(x)", "\\$\u{301}\\(x\\)"),
    ])
    func textIsQuotedForTheCursor(line: String, text: String, quoted: String) {
        #expect(ShellWords(line).quoted(text) == quoted)
    }

    /// A quoted text is one word with the same content, wherever the cursor is.
    @Test(arguments: SeededGenerator.seeds)
    func quotedTextIsReadBack(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for open in ["", "'", "\""] {
            let scalars = generator.text(upTo: 20).unicodeScalars.filter { $0 != "\n" }
            let text = String(String.UnicodeScalarView(scalars))
            let line = "a \(open)"
            let read = ShellWords(line + ShellWords(line).quoted(text) + open)
            #expect(read.words == ["a", text])
        }
    }

    @Test(arguments: [
        ("work", "work"), ("a/b.c-d_e:f@g+h", "a/b.c-d_e:f@g+h"), ("münchen", "münchen"), ("a b", "'a b'"), ("", "''"),
        ("$(x)", "'$(x)'"), ("it's", #"'it'\''s'"#), ("~/x", "'~/x'"), ("a\nb", "'a\nb'"), ("*", "'*'"),
        ("'", #"''\'''"#),
    ])
    func shellReadsASingleWord(text: String, word: String) {
        #expect(text.asShellWord == word)
    }
}
