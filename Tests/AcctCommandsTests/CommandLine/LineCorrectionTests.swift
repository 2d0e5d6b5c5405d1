import ArgumentParser
import Testing

@testable import AcctCommands

@Suite struct LineCorrectionTests {
    @Test(arguments: [
        ("token work", "Unexpected argument 'work'.", "acct token -p work"),
        ("use -p work", "Unknown option '-p'.", "acct use work"),
        ("rule add -p work /me", "Unknown option '-p'.", "acct rule add /me work"),
        ("open -p bob portal extra", "Unexpected argument 'extra'.", "acct open --help"),
        ("why /me gone", "Unexpected argument 'gone'.", "acct why --help"),
        ("graph /me work", "Unexpected argument 'work'.", "acct graph /me -p work"),
        ("consent work Mail.Read", "Name at least one permission with --scope.", "acct consent work --scope Mail.Read"),
        ("consent Mail.Read", "Name at least one permission with --scope.", "acct consent --scope Mail.Read"),
        ("token Mail.Read", "Unexpected argument 'Mail.Read'.", "acct token --scope Mail.Read"),
        ("token --scope a b", "Unexpected argument 'b'.", "acct token --scope a --scope b"),
        ("add --tenant contoso.com t1 t2", "Unexpected argument 't2'.", "acct add --help"),
        (
            "graph /users --max-items -1", "--max-items takes a number of 1 or more.", "acct graph --help"
        ),
        (
            "graph /users --top -1", "The value '-1' is invalid for '--top <number>': give a number, from 1.",
            "acct graph --help"
        ),
        ("consent work", "Name at least one permission with --scope.", "acct consent --help"),
        ("doctor --fix", "Unknown option '--fix'.", "acct doctor --help"),
        ("batch --inptu b", "Unknown option '--inptu'.", "acct batch --help"),
        ("list --jsn", "Unknown option '--jsn'. Did you mean '--json'?", "acct list --help"),
        ("--json list", "Unknown option '--json'.", "acct list --json"),
        ("-p work token --json", "Unknown option '-p'.", "acct token -p work --json"),
        ("graph", "Missing expected argument '<path>'.", "acct graph --help"),
        (
            "graph -X DELETE /me/x -p --json", "Missing value for '-p <profile>'.",
            "acct graph -X DELETE /me/x -p NAME --json"
        ),
        ("graph -X DELETE /me/x -p", "Missing value for '-p <profile>'.", "acct graph -X DELETE /me/x -p NAME"),
        (
            "exec -p bob --nope -- true",
            "Unknown option '--nope'. A program whose name begins so is given after --.", "acct exec --help"
        ),
        ("import f --trsut h", "Unknown option '--trsut'. Did you mean '--trust'?", "acct import profiles --help"),
        ("import f g", "Unexpected argument 'g'.", "acct import profiles --help"),
        ("import --dry-run f g", "Unexpected argument 'g'.", "acct import --help"),
        ("import f --trust", "Missing value for '--trust <host>'.", "acct import profiles --help"),
        ("edit work --mode x", "Unknown option '--mode'.", "acct edit --help"),
        ("consent work --scop Mail.Read", "Unknown option '--scop'. Did you mean '--scope'?", "acct consent --help"),
        ("graph --selec=id", "Unknown option '--selec'. Did you mean '--select'?", "acct graph --help"),
        ("rule remove", "Missing expected argument '<pattern>'.", "acct rule remove --help"),
    ])
    func refusedLineIsAnErrorWithTheNextCommand(typed: String, message: String, command: String) {
        let line = TypedLine(typed.split(separator: " ").map(String.init))
        do {
            _ = try AcctCommand.parseAsRoot(line.words)
            Issue.record("\(typed) was accepted")
        } catch {
            #expect(throws: Never.self) { try line.requireKnownCommand() }
            let failure = line.failure(for: error) { ["work", "bob"].contains($0) }
            #expect(failure.sentence(withCommand: false) == message)
            #expect(failure.command?.text == command)
            #expect(failure.kind == .usage)
        }
    }
}
