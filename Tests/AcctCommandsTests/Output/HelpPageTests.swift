import ArgumentParser
import Testing

@testable import AcctCommands

@Suite struct HelpPageTests {
    private static let commands: [any ParsableCommand.Type] = [
        AcctCommand.self, Graph.self, Add.self, RuleCommand.Add.self, Token.self, SignOut.self,
    ]

    /// Whatever the width, an example can be pasted, and nothing else is wider than the terminal but a long name or value.
    @Test(arguments: [200, 80, 50, 46, 45, 40, 30]) func examplesStayWholeAndTheRestFits(width: Int) {
        for command in Self.commands {
            let whole = command.helpMessage(columns: HelpPage.unbroken)
            let lines = HelpPage.wrapped(whole, to: width).split(separator: "\n").map(String.init)
            let discussion = command.configuration.discussion.split(separator: "\n").filter { $0.hasPrefix("  ") }
            #expect(discussion.allSatisfy { lines.contains(String($0)) }, "\(command)")
            let options = lines.drop { !$0.hasPrefix("USAGE:") }
            #expect(options.allSatisfy { $0.displayWidth <= max(width, 60) }, "\(command): \(options)")
            let descriptions = options.filter { $0.hasPrefix("      ") && $0.split(separator: " ").count > 1 }
            #expect(descriptions.allSatisfy { $0.displayWidth <= width }, "\(command): \(descriptions)")
        }
    }

    @Test func nothingIsLost() {
        for command in Self.commands {
            let whole = command.helpMessage(columns: HelpPage.unbroken)
            for width in [60, 40] {
                let words = HelpPage.wrapped(whole, to: width).split(whereSeparator: \.isWhitespace)
                let titles = whole.replacing(" SUBCOMMANDS:", with: ":")
                #expect(words == titles.split(whereSeparator: \.isWhitespace))
            }
        }
    }

    @Test func groupsOfCommandsHaveTheirPurposeAsTitle() {
        let help = HelpPage.wrapped(AcctCommand.helpMessage(columns: HelpPage.unbroken), to: 80)
        #expect(help.contains("\nCHOOSING THE PROFILE:\n"))
        #expect(!help.contains("SUBCOMMANDS"))
        let rules = HelpPage.wrapped(RuleCommand.helpMessage(columns: HelpPage.unbroken), to: 80)
        #expect(rules.contains("\nSUBCOMMANDS:\n"))
    }
}

@Suite struct TopicPageTests {
    @Test(arguments: [80, 78, 60, 40]) func topicFitsTheTerminalAndNothingIsLost(width: Int) {
        for topic in HelpTopic.allCases {
            let page = TopicPage.wrapped(topic.text, to: width)
            #expect(page.split(whereSeparator: \.isWhitespace) == topic.text.split(whereSeparator: \.isWhitespace))
            let before = Set(topic.text.split(separator: "\n"))
            let long = page.split(separator: "\n").filter { $0.count > width && !before.contains($0) }
            // A word without spaces, such as a URL, is not broken. A label may stand before it.
            #expect(long.allSatisfy { $0.split(separator: " ").count <= 2 }, "\(topic): \(long)")
            if width >= 78 { #expect(page == topic.text) }
        }
    }

    @Test func paragraphsAreFilledAndExamplesStay() {
        let page = TopicPage.wrapped(HelpTopic.exitCodes.text, to: 50)
        #expect(
            page.contains(
                """
                     0       Done.

                     1       The command failed, and no other code
                             fits. Kind: failed.

                """))
        #expect(
            page.contains(
                """
                     With --json the last line of stderr is one
                     JSON object that describes the error:

                           {"error":{"kind":"sign_in_required","message":"...",
                            "profile":"work","command":"acct sign-in work"}}

                """))
        #expect(page.contains("\n           4) mail -s \"acct sign-in work, please\" me </dev/null ;;\n"))
    }
}
