import Foundation
import Testing

/// The rows that the picker offers for a request, among many profiles.
@Suite struct PickerRowsTests {
    /// For `/me/chats` the personal account that is current is out, and nothing decides between the two others.
    @Test(.needs(.tmux, .bash, .sqlite3)) func twoProfilesOfOneAccountAreToldApart() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("home", as: "sam@contoso.example:personal")
            try await sandbox.store.copyProfile("home", as: "home-", count: 37)
            try await sandbox.add("work", as: "alice@contoso.example", ["--scope", "User.Read"])
            try await sandbox.add("audit", as: "alice@contoso.example", ["--scope", "User.Read", "--read-only"])
            try await Tmux.run(in: sandbox.workspace) { tmux in
                try await tmux.type("acct graph /me/chats --silent\n")
                let shown = try await tmux.wait("the list") { $0.last == "  2/2  Enter chooses, Esc cancels" }
                let rows = shown.suffix(5)
                #expect(rows.first == "Send GET /me/chats as:", "\(shown)")
                #expect(rows.contains { $0.contains("work ") && $0.contains("read-write  also fits") }, "\(shown)")
                #expect(rows.contains { $0.contains("audit ") && $0.contains("read-only   also fits") }, "\(shown)")
                #expect(rows.dropLast().last == "  38 others do not fit; --profile NAME sends it as one of them.")
                #expect(shown.allSatisfy { $0.count < 80 }, "\(shown)")
                try await tmux.press("Escape")
                _ = try await tmux.afterPrompt("1 $")
            }
            // The promise of the last line holds.
            let named = try await sandbox.acct("graph /me/chats --profile home-7")
            #expect(named.error.contains("home-7 may not be able to do this"), "\(named)")
        }
    }
}
