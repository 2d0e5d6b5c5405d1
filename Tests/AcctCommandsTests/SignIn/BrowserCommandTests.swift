import Testing

@testable import AcctCommands

@Suite struct BrowserCommandTests {
    @Test(arguments: [
        ("firefox", ["firefox"]), ("  firefox  -P contoso ", ["firefox", "-P", "contoso"]),
        (#"chromium --profile-directory="Profile 2""#, ["chromium", "--profile-directory=Profile 2"]),
        ("'/opt/my browser/run' %s", ["/opt/my browser/run", "%s"]), (#"a\ b c"#, ["a b", "c"]),
        (#"a "" 'b"c' "d'e""#, ["a", "", "b\"c", "d'e"]), (#"a '\' "\"""#, ["a", "\\", "\""]),
        ("a $(b) ;c", ["a", "$(b)", ";c"]), ("a <b >c\n", ["a", "<b", ">c"]), (#"a "b\c""#, ["a", #"b\c"#]),
    ])
    func wordsAreThoseOfAShell(text: String, words: [String]) {
        #expect(BrowserCommand(text)?.words == words)
    }

    @Test(arguments: ["", "  ", "'a", "\"a", "a\\", "'' b"])
    func commandWithoutAProgramOrWithAnOpenQuoteIsInvalid(text: String) {
        #expect(BrowserCommand(text) == nil)
    }
}
