import ArgumentParser
import Testing

@testable import AcctCommands

/// A line that is being typed, against a small table of commands.
@Suite struct PartialCommandLineTests {
    private static let table = CommandTable(
        """
        acct||Root
          flag|-h --help||Help
        acct use||Switch
          argument||profileName|The profile
          flag|--shell||Use it here
          flag|--secret||
        acct rule||Rules
        acct rule list|default|List
          flag|--json||JSON
        acct rule add||Add
          argument||requestPattern|The pattern
          argument||profileName|The profile
        acct graph||Send
          argument||graphPath|The path
          option|-X --method|=GET,POST|The method
          option*|-H --header||A header
          option|--profiles|profileNames|The profiles
          option|--input|file|A file
          option|-d --data|textOrFile|The body
        acct exec||Run
          flag|--nested||Nested
          argument*||command|The program
        acct export||Export
          argument*||profileName|The profiles
        acct old||
        """)

    private func line(_ words: String...) -> PartialCommandLine { PartialCommandLine(words, in: Self.table) }

    @Test func firstWordIsACommand() {
        #expect(line("").place == .subcommand)
        #expect(line("us").typed == "us")
        #expect(
            line("").before.subcommands.filter { !$0.isHidden }.map(\.name) == [
                "use", "rule", "graph", "exec", "export",
            ])
        #expect(line("rule", "").place == .subcommand)
        #expect(line("unknown", "").place == .nothing)
    }

    @Test func argumentsAreCounted() {
        #expect(line("use", "").place == .value(.kind(.profileName)))
        #expect(line("use", "a", "").place == .nothing)
        #expect(line("rule", "add", "").place == .value(.kind(.requestPattern)))
        #expect(line("rule", "add", "--help", "/me", "").place == .value(.kind(.profileName)))
        #expect(line("export", "a", "b", "").place == .value(.kind(.profileName)))
        #expect(line("use", "-").place == .option)
        #expect(line("use", "--", "-").place == .value(.kind(.profileName)))
    }

    @Test func optionsAfterAProgramAreForTheProgram() {
        #expect(line("exec", "").place == .value(.kind(.command)))
        #expect(line("exec", "-").place == .option)
        #expect(line("exec", "ls", "-").place == .value(.kind(.command)))
        #expect(line("exec", "ls", "-").before.arguments == ["ls"])
    }

    @Test func theProgramIsFoundBehindOptions() {
        #expect(line("exec", "").program == nil)
        #expect(line("exec", "ls", "").program == 1)
        #expect(line("exec", "--nested", "--", "ls", "-l", "").program == 3)
        #expect(line("export", "a", "").program == nil)
    }

    @Test func theLastPartOfAPatternIsCompleted() {
        let pattern = line("rule", "add", "tenant=a GET /me/mes")
        #expect(pattern.lead == "tenant=a GET " && pattern.typed == "/me/mes" && pattern.listed == ["tenant=a", "GET"])
    }

    @Test func namesThatStandOnTheLineAreListed() {
        #expect(line("export", "a", "b", "").listed == ["a", "b"])
        #expect(line("use", "").listed == [])
    }

    @Test func valueThatIsJoinedToItsOptionIsFound() {
        #expect(line("graph", "-XP").place == .value(.words(["GET", "POST"])))
        #expect(line("graph", "-XP").lead == "-X")
        #expect(line("graph", "-XP").typed == "P")
        #expect(line("use", "-XP").place == .option)
    }

    @Test func valuesOfOptionsAreFound() {
        #expect(line("graph", "-X", "").place == .value(.words(["GET", "POST"])))
        #expect(line("graph", "--method=P").place == .value(.words(["GET", "POST"])))
        #expect(line("graph", "--method=P").lead == "--method=")
        #expect(line("graph", "--method=P").typed == "P")
        #expect(line("graph", "--input", "").place == .value(.kind(.file)))
        #expect(line("graph", "-X", "POST", "").place == .value(.kind(.graphPath)))
        #expect(line("graph", "-X", "POST", "").before.value(of: "--method") == "POST")
        #expect(line("graph", "--method=POST", "/me", "").place == .nothing)
        #expect(line("use", "--shell=").place == .nothing)
    }

    @Test func lastElementOfAListIsCompleted() {
        let list = line("graph", "--profiles=a,b,c")
        #expect(list.lead == "--profiles=a,b," && list.typed == "c" && list.listed == ["a", "b"])
        #expect(line("graph", "--profiles", "a,").lead == "a,")
        #expect(line("use", "a,b").typed == "a,b")
    }

    @Test(arguments: [
        (["-d", "@a"], "@"), (["-d@a"], "-d@"), (["--data=@a"], "--data=@"), (["-d", "name=@a"], "name=@"),
    ])
    func fileAfterAnAtSignIsCompleted(words: [String], lead: String) {
        let command = PartialCommandLine(["graph"] + words, in: Self.table)
        #expect(command.place == .value(.kind(.file)) && command.lead == lead && command.typed == "a")
    }

    @Test(arguments: ["", "a", "a@contoso.example", "{\"a\":\"@"])
    func textWithoutAFileIsNotCompleted(text: String) {
        #expect(line("graph", "-d", text).place == .value(.any))
    }

    @Test func optionsThatWereGivenAreLeftOut() {
        func names(_ words: String...) -> [String] {
            PartialCommandLine(words + ["-"], in: Self.table).before.options.map { CompletedWord($0).text }
        }
        #expect(names("graph") == ["--method", "--header", "--profiles", "--input", "--data"])
        #expect(names("graph", "-X", "GET", "-H", "a:b") == ["--header", "--profiles", "--input", "--data"])
        #expect(names("use") == ["--shell"])
        #expect(names("rule") == ["--json"])
    }

    /// The table that is in the program.
    @Test func programsTableHasEveryCommand() {
        let names = Set(CommandTable.acct.subcommands(of: CommandTable.acct.commands[0]).map(\.name))
        let commands = AcctCommand.configuration.groupedSubcommands.flatMap(\.subcommands).map { $0._commandName }
        #expect(names.isSuperset(of: commands))
        #expect(
            PartialCommandLine(["export", "--format", ""], in: .acct).place == .value(.words(["profiles", "msal"])))
    }
}
