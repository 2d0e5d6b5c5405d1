import Testing

@testable import AcctCommands

@Suite struct BashCompletionTests {
    private static let breaks = " \t\n\"'@><=;|&(:"

    private func lines(_ typed: String, _ words: [CompletedWord], type: String = "9") -> [String] {
        BashCompletion(type: type, columns: "30", breaks: Self.breaks, line: typed).lines(words)
    }

    @Test func onlyTheTextAfterTheLastWordBreakIsInserted() {
        #expect(lines("acct token --profile=w", [CompletedWord("--profile=work")]) == ["work"])
        #expect(
            lines("acct token --resource https://v", [CompletedWord("https://vault.example")]) == ["//vault.example"])
        // What bash takes for the name of a host is replaced with its @.
        #expect(lines("acct sign-out a@b", [CompletedWord("a@b.example")]) == ["@b.example"])
    }

    @Test(arguments: [
        (#"acct use "pl"us"#, "plus", "plus"), (#"acct use --profile="pl"us"#, "--profile=plus", "plus"),
        (#"acct graph "/me"/x"#, "/me/x/y", "/me/x/y"), (#"acct use "pl"#, "plus", "plus"),
        (#"acct graph "/a b/c"#, "/a b/c", "/a b/c"), (#"acct graph '/a b'/c"#, "/a b/c", #"/a\ b/c"#),
    ])
    func quoteThatIsClosedIsReplaced(typed: String, word: String, inserted: String) {
        #expect(lines(typed, [CompletedWord(word)]) == [inserted])
    }

    @Test func candidatesThatShareLessThanWasTypedAreOnlyShown() {
        let typed = BashCompletion(type: "9", columns: "", breaks: Self.breaks, line: "acct use W")
        #expect(typed.inserts(["work", "work2"], inPlaceOf: "W"))
        #expect(!typed.inserts(["work", "Work-Big"], inPlaceOf: "WO"))
        #expect(typed.inserts([], inPlaceOf: "W"))
        let shown = BashCompletion(type: "63", columns: "", breaks: Self.breaks, line: "acct use W")
        #expect(shown.inserts(["work", "Work-Big"], inPlaceOf: "WO"))
    }

    @Test func textIsQuoted() {
        #expect(lines("acct rule remove G", [CompletedWord("GET /users/*")]) == [#"GET\ /users/\*"#])
        #expect(lines("acct rule remove 'G", [CompletedWord("GET /users/*")]) == ["GET /users/*"])
    }

    @Test func descriptionsAreOnlyInLists() {
        let words = [CompletedWord("al", "a@x.example"), CompletedWord("bobby", "somebody@x.example, contoso")]
        #expect(lines("acct use ", words) == ["al", "bobby"])
        #expect(
            lines("acct use ", words, type: "63") == ["al     (a@x.example)", "bobby  (somebody@x.example, …"])
        #expect(lines("acct use ", [words[0]], type: "63") == ["al"])
    }

    /// Bash keeps a long here-string in a temporary file.
    @Test(arguments: Shell.allCases) func scriptNeedsNoRoomOnTheDisk(shell: Shell) {
        #expect(!shell.completionScript.contains("<<"))
    }
}
