import Foundation
import Testing

/// The current profile after an import.
@Suite struct ImportedProfilesTests {
    /// A cache of the Azure CLI with these accounts.
    private func cache(_ names: String...) -> String {
        let accounts = names.map { name in
            """
            "\(name)":{"home_account_id":"\(name).\(World.contoso)","environment":"login.microsoftonline.com",
            "realm":"organizations","username":"\(name)@\(name).example"}
            """
        }
        return "{\"Account\":{\(accounts.joined(separator: ","))}}"
    }

    @Test func severalProfilesLeaveTheChoiceToThePerson() async throws {
        let workspace = try Workspace()
        try workspace.folder(".azure")
        _ = try workspace.file("home/.azure/msal_token_cache.json", cache("alice", "carol"))
        let dry = try await workspace.succeed("import azure-cli --client-id own --dry-run")
        #expect(!dry.error.contains("current"), "\(dry)")
        let run = try await workspace.succeed("import azure-cli --client-id own")
        #expect(run.error.contains("No profile is current. To make one of them current, run: acct use NAME"), "\(run)")
        expect(
            try await workspace.acct("current"),
            ExpectedError(
                3, "No profile is the current one; a command here could use alice, carol.", run: "acct use NAME"))
        try await workspace.succeed("use carol")
        #expect(try await workspace.succeed("current").line == "carol")
    }

    @Test func aSingleProfileBecomesCurrentWhereNoneIs() async throws {
        let workspace = try Workspace()
        try workspace.folder(".azure")
        let path = try workspace.file("home/.azure/msal_token_cache.json", cache("alice"))
        let run = try await workspace.succeed("import azure-cli --client-id own")
        #expect(run.error.contains("alice is the current profile now."), "\(run)")
        #expect(try await workspace.succeed("list --json").text.contains("\"current\":true"))
        // Profiles that come later change nothing.
        try cache("alice", "carol").write(toFile: path, atomically: true, encoding: .utf8)
        let again = try await workspace.succeed("import azure-cli --client-id own")
        #expect(!again.error.contains("current"), "\(again)")
        #expect(try await workspace.succeed("current").line == "alice")
    }
}
