import AccountProfiles
import HostileInput
import Testing

@testable import AcctCommands

@Suite struct RemoteAddressTests {
    @Test(arguments: [
        ("https://dev.azure.com/contoso/app/_git/app", "Git at https://dev.azure.com/contoso/app/_git/app"),
        ("https://contoso@dev.azure.com/contoso/app/_git/app", "https://dev.azure.com/contoso/*"),
        ("https://contoso@dev.azure.com", "https://dev.azure.com/contoso/*"),
        ("https://contoso:secret@dev.azure.com/", "https://dev.azure.com/contoso/*"),
        ("https://contoso.visualstudio.com/app/_git/app", "https://dev.azure.com/contoso/*"),
        ("https://git.example:8443/team/app.git", "https://git.example:8443/team/*"),
        ("http://localhost:3000/team/app.git", "http://localhost:3000/team/*"),
        ("https://a@b@dev.azure.com/contoso/x", "https://dev.azure.com/contoso/*"),
        ("contoso.azurecr.io", "Docker at contoso.azurecr.io"),
        ("https://contoso.azurecr.io/app", "https://contoso.azurecr.io/*"),
    ])
    func addressIsThatOfItsServer(text: String, description: String) throws {
        let address = try RemoteAddress(text)
        #expect([address.inWords, address.server.rulePattern].contains(description), "\(address)")
    }

    @Test(arguments: [
        "", "git@ssh.dev.azure.com:v3/contoso/app/app", "ssh://git@ssh.dev.azure.com/contoso", "http://git.example/app",
        "dev.azure.com/contoso", "https://", "https:///contoso", "https://dev.azure.com@/contoso", "../app.git",
        "https://dev.azure.com/a\nhost=evil.example", "https://dev.azure.com./contoso", "file:///srv/app.git",
    ])
    func otherAddressIsRefused(text: String) {
        let failure = #expect(throws: Failure.self) { try RemoteAddress(text) }
        #expect(failure?.kind == .usage && failure?.command == "acct why --remote https://dev.azure.com/ORGANIZATION")
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomAddressIsReadOrRefused(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let text = generator.text(upTo: 8)
            for address in [text, "https://\(text)", "https://dev.azure.com/\(text)", "\(text)@dev.azure.com"] {
                guard let read = try? RemoteAddress(address) else { continue }
                #expect(throws: Never.self, "\(address.debugDescription)") { try RulePattern(read.server.rulePattern) }
            }
        }
    }
}
