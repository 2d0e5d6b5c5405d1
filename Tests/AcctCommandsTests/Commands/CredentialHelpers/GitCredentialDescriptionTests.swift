import AuthCore
import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AcctCommands

@Suite struct GitCredentialDescriptionTests {
    @Test(
        arguments: [
            ("protocol=https\nhost=h\n", "protocol", "https"), ("host=a=b\n\nhost=late\n", "host", "a=b"),
            ("host=h", "host", "h"), ("host=one\nhost=two\n", "host", "two"), ("path=\n", "path", nil),
            ("password=p\n", "password", nil),
            ("other=1\nwwwauth[]=Basic realm=\"git\"\n", "host", nil), ("", "host", nil), ("\nhost=h\n", "host", nil),
            ("=empty\nhost=h\n", "host", "h"), ("path=a%0ahost=evil\n", "host", nil),
        ] as [(String, String, String?)])
    func attributeIsRead(text: String, name: String, value: String?) throws {
        #expect(try GitCredentialDescription(Data(text.utf8))[name] == value)
    }

    @Test(arguments: [
        "host", "protocol=https\nhost\n", "host=a\u{0}b\n", "\u{0}", "host=\u{0}", "a\u{0}=b",
        String(repeating: "a", count: 1 << 20), "host=" + String(repeating: "a", count: 1 << 22),
    ])
    func otherTextIsRefused(text: String) {
        let failure = #expect(throws: Failure.self) { try GitCredentialDescription(Data(text.utf8)) }
        #expect(failure?.kind == .usage && failure?.command == "acct git-credential --help")
    }

    @Test func longLineIsRead() throws {
        let path = String(repeating: "a/", count: 1 << 19)
        #expect(try GitCredentialDescription(Data("host=h\npath=\(path)\n".utf8))["path"] == path)
    }

    @Test(arguments: [
        ("capability[]=authtype\ncapability[]=state\n", ["authtype", "state"]),
        ("capability[]=authtype\ncapability[]=\n", []),
        ("capability=authtype\n", []),
    ])
    func capabilitiesAreAList(text: String, capabilities: [String]) throws {
        #expect(try GitCredentialDescription(Data(text.utf8)).capabilities == capabilities)
    }

    /// Git would take what follows for attributes of their own.
    @Test(arguments: ["a\npath=/evil", "a\r\nhost=evil", "a\rb", "a\u{0}b"])
    func usernameOfSeveralLinesIsLeftOut(username: String) throws {
        let profile = try SelectionScenario.profile("work")
        let description = try GitCredentialDescription(Data("host=h\n".utf8))
        #expect(
            description.answer(.sample("t", of: profile), username: username)
                == "password=t\npassword_expiry_utc=1769868306")
    }

    @Test func answerIsAPasswordOrWhereGitKnowsItATokenOfItsOwn() throws {
        let profile = try SelectionScenario.profile("work")
        func answer(_ text: String) throws -> [Substring] {
            try GitCredentialDescription(Data(text.utf8)).answer(.sample("t", of: profile), username: "alice")
                .split(separator: "\n")
        }
        #expect(try answer("") == ["username=alice", "password=t", "password_expiry_utc=1769868306"])
        #expect(
            try answer("username=contoso\ncapability[]=state\n") == [
                "username=contoso", "password=t", "password_expiry_utc=1769868306",
            ])
        #expect(
            try answer("username=contoso\ncapability[]=authtype\n") == [
                "capability[]=authtype", "authtype=Bearer", "credential=t", "ephemeral=1",
                "password_expiry_utc=1769868306",
            ])
    }

    @Test(
        arguments: [
            ("password=p\n", "p"), ("username=u\n", nil), ("authtype=Bearer\ncredential=c\n", "c"),
            ("password=p\ncredential=c\n", "c"),
        ] as [(String, String?)])
    func rejectedSecretIsReadInEitherForm(text: String, secret: String?) throws {
        #expect(try GitCredentialDescription(Data(text.utf8)).secret == secret.map { Secret($0) })
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomBytesAreReadOrRefused(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let profile = try SelectionScenario.profile("work")
        for _ in 0..<200 {
            let bytes = Data(generator.bytes(upTo: 60)) + Data("\nusername=\(generator.text(upTo: 20))\n".utf8)
            guard let description = try? GitCredentialDescription(bytes) else { continue }
            // No value brings a line of its own.
            let isOneLine = description["username"]?.utf8.contains(UInt8(ascii: "\r")) != true
            let lines = description.answer(.sample("t", of: profile), username: "a").utf8.split(separator: 0x0A)
            #expect(lines.count == (isOneLine ? 3 : 2))
        }
    }
}
