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
        (
            "token --scope a b c --json", "2 unexpected arguments: 'b', 'c'",
            "acct token --scope a --scope b --scope c --json"
        ),
        ("import f --trust a b", "Unexpected argument 'b'.", "acct import f --trust a --trust b"),
        ("token --scope Mail.Read work", "Unexpected argument 'work'.", "acct token --scope Mail.Read -p work"),
        ("consent --scope Mail.Read work bob", "Unexpected argument 'bob'.", "acct consent --help"),
        ("edit --scope User.Read work bob", "Unexpected argument 'bob'.", "acct edit --help"),
        ("graph /users --select id mail", "Unexpected argument 'mail'.", "acct graph /users --select id,mail"),
        ("graph /users --select id, mail", "Unexpected argument 'mail'.", "acct graph /users --select id,mail"),
        (
            "graph /users --select=id mail --json", "Unexpected argument 'mail'.",
            "acct graph /users --select=id,mail --json"
        ),
        ("graph --select id mail /users", "Unexpected argument '/users'.", "acct graph --select id,mail /users"),
        ("graph /users --select id work", "Unexpected argument 'work'.", "acct graph /users --select id -p work"),
        ("graph /me --profiles work bob", "Unexpected argument 'bob'.", "acct graph /me --profiles work,bob"),
        ("graph /me --profiles work, bob", "Unexpected argument 'bob'.", "acct graph /me --profiles work,bob"),
        ("graph /me --profiles work other", "Unexpected argument 'other'.", "acct graph --help"),
        (
            "graph /users --filter displayName eq x", "2 unexpected arguments: 'eq', 'x'",
            "acct graph /users --filter 'displayName eq x'"
        ),
        (
            "graph /users --orderby displayName desc --top 5", "Unexpected argument 'desc'.",
            "acct graph /users --orderby 'displayName desc' --top 5"
        ),
        ("graph -f a=b /me x", "Unexpected argument 'x'.", "acct graph --help"),
        ("rule add GET /me work", "Unexpected argument 'work'.", "acct rule add 'GET /me' work"),
        (
            "rule add GET,PATCH /me tenant=contoso.com work", "2 unexpected",
            "acct rule add 'GET,PATCH /me tenant=contoso.com' work"
        ),
        ("add --tenant contoso.com t1 t2", "Unexpected argument 't2'.", "acct add --help"),
        (
            "graph /users --max-items -1", "--max-items takes a number of 1 or more.", "acct graph --help"
        ),
        (
            "graph /users --top -1", "The value '-1' is invalid for '--top <number>': give a number, from 1.",
            "acct graph --help"
        ),
        ("consent work", "Name at least one permission with --scope.", "acct consent --help"),
        ("doctor --fix", "Unknown option '--fix'. Did you mean '--repair'?", "acct doctor --repair"),
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
        (
            "consent work --scop Mail.Read", "Unknown option '--scop'. Did you mean '--scope'?",
            "acct consent work --scope Mail.Read"
        ),
        ("graph --selec=id", "Unknown option '--selec'. Did you mean '--select'?", "acct graph --help"),
        (
            "add app --client-secret --tenant t",
            "Unknown option '--client-secret'. Did you mean '--client-secret-stdin'?",
            "acct add --help"
        ),
        (
            "add work --device", "Unknown option '--device'. Did you mean '--device-code'?",
            "acct add work --device-code"
        ),
        (
            "add work --use-device-code", "Unknown option '--use-device-code'. Did you mean '--device-code'?",
            "acct add work --device-code"
        ),
        (
            "graph /users --max 5", "Unknown option '--max'. Did you mean '--max-items' or '--max-wait'?",
            "acct graph --help"
        ),
        ("list --output json", "Unknown option '--output'. Did you mean '--json'?", "acct list --json"),
        ("list --output=json", "Unknown option '--output'. Did you mean '--json'?", "acct list --json"),
        ("list --output table", "Unknown option '--output'.", "acct list --help"),
        ("graph /users --query [].id", "Unknown option '--query'. Did you mean '--jq'?", "acct graph --help"),
        (
            "graph /users --limit 5", "Unknown option '--limit'. Did you mean '--max-items'?",
            "acct graph /users --max-items 5"
        ),
        (
            "graph /users --limit=5", "Unknown option '--limit'. Did you mean '--max-items'?",
            "acct graph /users --max-items=5"
        ),
        ("graph /users --all", "Unknown option '--all'. Did you mean '--paginate'?", "acct graph /users --paginate"),
        ("remove work --force", "Unknown option '--force'. Did you mean '--yes'?", "acct remove work --yes"),
        ("list --force", "Unknown option '--force'.", "acct list --help"),
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
            let sentence = failure.sentence(withCommand: false)
            #expect(
                message.hasSuffix(".") || message.hasSuffix("?") ? sentence == message : sentence.hasPrefix(message))
            #expect(failure.command?.text == command)
            #expect(failure.kind == .usage)
        }
    }
}
