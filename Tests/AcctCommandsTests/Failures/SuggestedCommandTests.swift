import AccountProfiles
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct SuggestedCommandTests {
    @Test func valuesAreQuotedAndTheTextOfALiteralIsNot() throws {
        let (path, name) = ("/a b", try ProfileName("alice@contoso.com"))
        let command: SuggestedCommand = "PATH=\(path):\"$PATH\" acct sign-in \(name) > /dev/null"
        #expect(command.text == #"PATH='/a b':"$PATH" acct sign-in alice@contoso.com > /dev/null"#)
        #expect(SuggestedCommand(words: ["acct", "allow", "it's", ""]).text == #"acct allow 'it'\''s' ''"#)
    }

    @Test func optionsAreAddedAndRemovedAsWords() {
        let command = SuggestedCommand("acct add --broker").adding("--browser", "x --broker y")
        #expect(command.text == "acct add --broker --browser 'x --broker y'")
        #expect(command.removing(flag: "--broker").text == "acct add --browser 'x --broker y'")
    }

    /// A scope is not there because a longer one begins with its name.
    @Test func optionIsFoundWithItsWholeValue() {
        let command = SuggestedCommand("acct add").adding(["--scope", "Mail.ReadWrite", "--scope", "a b"])
        #expect(command.has("--scope", "Mail.ReadWrite") && command.has("--scope", "a b"))
        #expect(!command.has("--scope", "Mail.Read") && !command.has("--scope", "a"))
        let failure = Failure(AuthError.scopesDeclined(["Mail.Read", "a b"]), retryCommand: command)
        #expect(failure.command == "acct add --scope Mail.ReadWrite --scope 'a b' --scope Mail.Read")
    }

    @Test func commandsFollowOneAnother() {
        #expect(SuggestedCommand.sequence(["a b", "c"]) == "a b && c")
    }

    /// A name may have dots, and another profile's name may begin with it.
    @Test(arguments: ["work", "alice.b", "alice@contoso.example"])
    func remarkNamesItsProfileOnce(text: String) throws {
        let name = try ProfileName(text)
        let naming = Remark("The tokens of \(name) are new.", command: "acct list", naming: name)
        #expect(naming.about(name) == naming)
        #expect(naming.about(nil) == naming)
        let other = Remark("Like \(name)-2.", command: "acct list")
        #expect(other.about(name).line == "\(name): Like \(name)-2. acct list")
        #expect(other.about(name).about(name) == other.about(name))
    }
}
