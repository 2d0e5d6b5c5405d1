import ArgumentParser
import Testing

@testable import AcctCommands

@Suite struct TypedLineTests {
    @Test(arguments: [
        ("login work", "add work"), ("logout", "sign-out"), ("ls --json", "list --json"), ("rm home", "remove home"),
        ("switch home", "use home"), ("rule rm 3", "rule remove 3"), ("rule ls", "rule list"),
        ("help login", "help add"), ("help help", "--help"), ("help acct-token", "help token"),
        ("help acct-exec", "help acct-exec"), ("help acct-rule-add", "help rule add"),
        ("help acct-sign-in", "help sign-in"), ("help acct-store", "help store"), ("use ls", "use ls"),
        ("bind rm", "bind rm"),
        ("graph GET /me", "graph -X GET /me"), ("graph delete /me/messages/1", "graph -X delete /me/messages/1"),
        ("graph GET me", "graph -X GET me"), ("graph /me -XDELETE", "graph /me -X DELETE"),
        ("graph /me -fa=b -Fc:=1 -HA:b=c", "graph /me -f a=b -F c:=1 -H A:b=c"),
        ("graph /me -da=b", "graph /me -d a=b"),
        ("graph /me -d -fa=b", "graph /me -d -fa=b"), ("graph /me --data -Xa", "graph /me --data -Xa"),
        ("graph /me -- -fa=b", "graph /me -- -fa=b"), ("graph /me --field a=b -X GET", "graph /me --field a=b -X GET"),
        ("token -pwork", "token -p work"), ("graph /me -p=work", "graph /me -p=work"),
        ("graph /me -q.id -oout.json -Dhead", "graph /me -q .id -o out.json -D head"),
        ("batch in -HA:b=c -q.id", "batch in -H A:b=c -q .id"), ("why /me -qv", "why /me -qv"),
        ("exec mkdir -pwork", "exec mkdir -pwork"), ("mv a b", "rename a b"),
        ("list -fa=b", "list -fa=b"), ("graph -p work POST /me/events", "graph -p work -X POST /me/events"),
        ("why PATCH /users/a", "why -X PATCH /users/a"), ("scopes POST /me/events", "scopes -X POST /me/events"),
        ("graph -X GET /me", "graph -X GET /me"), ("graph --method GET /me", "graph --method GET /me"),
        ("graph /me -f method GET", "graph /me -f method GET"), ("graph get", "graph get"),
        ("graph --search delete /me/messages", "graph --search delete /me/messages"),
        ("graph -p get /me", "graph -p get /me"), ("graph --profile=get GET /me", "graph --profile=get -X GET /me"),
        ("graph -- GET /me", "graph -- GET /me"), ("why -d post /me", "why -d post /me"),
        ("graph GET -i", "graph GET -i"), ("token GET /me", "token GET /me"), ("", ""),
    ])
    func wordsOfOtherToolsAreReadAsOurs(typed: String, read: String) {
        #expect(TypedLine(typed.split(separator: " ").map(String.init)).words.joined(separator: " ") == read)
    }

    @Test(arguments: [
        ("help keys", HelpTopic.keys as HelpTopic?), ("help acct-keys", .keys), ("help acct-keys(7)", .keys),
        ("help acct-exec", .exec), ("help exec", nil), ("help acct-token", nil), ("help", nil), ("keys", nil),
    ])
    func pageOfTheManualIsATopic(typed: String, topic: HelpTopic?) {
        #expect(TypedLine(typed.split(separator: " ").map(String.init)).helpTopic == topic)
    }

    @Test func everyAliasStandsForACommandAndIsNone() {
        for (alias, command) in TypedLine.aliases {
            #expect(throws: Never.self) { try unknown([command]) }
            #expect(throws: Failure.self) { try unknown(["help", alias + "x"]) }
            #expect(AcctCommand.helpMessage().contains("  \(command) "))
            #expect(!AcctCommand.helpMessage().contains("  \(alias) "))
        }
    }

    @Test(arguments: [
        ("lst", "\"lst\" is not a command of acct. Did you mean list?", "acct list"),
        ("lsit", "\"lsit\" is not a command of acct. Did you mean list?", "acct list"),
        ("signout", "\"signout\" is not a command of acct. Did you mean sign-out?", "acct sign-out"),
        ("logn", "\"logn\" is not a command of acct. Did you mean add?", "acct add"),
        ("delete", "\"delete\" is not a command of acct. Did you mean remove?", "acct remove --help"),
        ("versoin", "\"versoin\" is not a command of acct. Did you mean --version?", "acct --version"),
        ("zzz", "\"zzz\" is not a command of acct. To see all commands:", "acct --help"),
        ("hepl", "\"hepl\" is not a command of acct. Did you mean help?", "acct help"),
        ("rule ad x y", "\"ad\" is not a command of acct rule. Did you mean add?", "acct rule add x y"),
        ("help tokn", "\"tokn\" is not a command or a topic of acct. Did you mean token?", "acct help token"),
        (
            "help exit-code", "\"exit-code\" is not a command or a topic of acct. Did you mean exit-codes?",
            "acct help exit-codes"
        ),
    ])
    func unknownCommandIsAnErrorWithTheNearestOne(typed: String, message: String, command: String) {
        let error = #expect(throws: Failure.self) { try unknown(typed.split(separator: " ").map(String.init)) }
        #expect(error?.sentence(withCommand: false) == message)
        #expect(error?.command?.text == command)
        #expect(error?.kind == .usage)
    }

    /// Without its arguments and options, the command would act on the current profile.
    @Test(arguments: [
        ("sing-out home", "acct sign-out home"), ("tokne -p home", "acct token -p home"),
        ("exce -p work -- ls -l", "acct exec -p work -- ls -l"), ("grpah /me --json", "acct graph /me --json"),
        ("delete home", "acct remove home"), ("romove", "acct remove --help"), ("usse a b", "acct use --help"),
        ("sing-out a b", "acct sign-out a b"),
        ("stroe migrate --to file", "acct store migrate --to file"),
        ("stor migrat --to file", "acct store --help"),
    ])
    func everythingElseOfTheLineStays(typed: String, command: String) {
        let error = #expect(throws: Failure.self) { try unknown(typed.split(separator: " ").map(String.init)) }
        #expect(error?.command?.text == command)
    }

    @Test(arguments: [
        ("token --format json", true), ("token --format=json", true), ("list --json", true),
        ("graph /me --format json", false), ("export --format json", false), ("token --format az", false),
    ])
    func errorsAreJSONWhereTheOutputWouldBe(typed: String, isJSON: Bool) {
        #expect(TypedLine(typed.split(separator: " ").map(String.init)).requestsJSON == isJSON)
    }

    @Test(arguments: [
        ("graph /me -p a -p b", "-p is given twice: \"a\" and \"b\"."),
        ("token -p a --json --profile=b", "-p is given twice: \"a\" and \"b\"."),
        ("graph /me -pa -p=b", "-p is given twice: \"a\" and \"b\"."),
        ("exec -p a -p b -- ls", "-p is given twice: \"a\" and \"b\"."),
        ("graph /x -X GET -XDELETE", "The method is given twice: \"GET\" and \"DELETE\"."),
        ("graph DELETE /x -X GET", "The method is given twice: \"DELETE\" and \"GET\"."),
        ("graph -X GET DELETE /x", "The method is given twice: \"GET\" and \"DELETE\"."),
        ("why POST /x --method=GET", "The method is given twice: \"POST\" and \"GET\"."),
        ("graph /x -d a --data b", "The body is given twice."),
        ("graph /x --input a --input b", "The body is given twice."),
    ])
    func secondValueThatWouldChangeTheRequestIsRefused(typed: String, message: String) {
        let error = #expect(throws: Failure.self) {
            try TypedLine(typed.split(separator: " ").map(String.init)).requireSingleValues()
        }
        #expect(error?.message == "\(message) Give it once.")
        #expect(error?.kind == .usage)
    }

    @Test(arguments: [
        "graph /me -p a --profile A", "graph GET /me -X get", "graph /x -d -p -p a", "graph /x -d a -d a",
        "graph /me --max-wait 1 --max-wait 2", "graph /me -H -p -p a", "exec -p a mkdir -p b", "exec -p a -- ls -p b",
        "graph /me -f a=b -f c=d", "batch -p a -H x:y -H z:y", "use", "", "-p a -p b", "nonsense -p a -p b",
    ])
    func otherRepetitionIsAllowed(typed: String) {
        #expect(throws: Never.self) {
            try TypedLine(typed.split(separator: " ").map(String.init)).requireSingleValues()
        }
    }

    private func unknown(_ words: [String]) throws {
        try TypedLine(words).requireKnownCommand()
    }
}
