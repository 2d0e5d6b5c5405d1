import Testing

@testable import AcctCommands

@Suite struct ShellWordTests {
    @Test(arguments: [
        ("work", "work"), ("a/b.c-d_e:f@g+h", "a/b.c-d_e:f@g+h"), ("münchen", "münchen"), ("a b", "'a b'"), ("", "''"),
        ("$(x)", "'$(x)'"), ("it's", #"'it'\''s'"#), ("~/x", "'~/x'"), ("a\nb", "'a\nb'"), ("*", "'*'"),
        ("'", #"''\'''"#),
    ])
    func shellReadsASingleWord(text: String, word: String) {
        #expect(text.asShellWord == word)
    }
}
