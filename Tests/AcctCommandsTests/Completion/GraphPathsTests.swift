import HostileInput
import Testing

@testable import AcctCommands

@Suite struct GraphPathsTests {
    @Test(arguments: [
        ("", "/me"), ("/", "/users"), ("/m", "/me"), ("/me/", "/me/messages"), ("me/", "me/messages"),
        ("/ME/", "/ME/messages"), ("/users/dana@contoso.example/", "/users/dana@contoso.example/manager"),
        ("/v1.0/me/", "/v1.0/me/messages"), ("/users/dana/mail", "/users/dana/mailFolders"),
        ("/me/drive/it", "/me/drive/items"),
        ("https://graph.microsoft.com/v1.0/me/mess", "https://graph.microsoft.com/v1.0/me/messages"),
    ])
    func nextSegmentIsCompleted(typed: String, offered: String) {
        let paths = GraphPaths.completing(typed).map(\.text)
        #expect(paths.contains(offered))
        #expect(Set(paths).count == paths.count)
        #expect(!paths.contains { $0.hasSuffix("{id}") || $0.hasSuffix("*") || $0.contains(",") })
    }

    @Test(arguments: ["h", "https:", "https://", "https://gr", "https://graph.microsoft.com"])
    func aHostIsNoPath(typed: String) {
        #expect(GraphPaths.isHost(typed))
        #expect(GraphPaths.completing(typed).isEmpty)
    }

    @Test func aVersionFollowsTheHost() {
        #expect(
            !GraphPaths.isHost("https://graph.microsoft.com/") && !GraphPaths.isHost("") && !GraphPaths.isHost("/h"))
        let versions = GraphPaths.completing("https://graph.microsoft.com/").map(\.text)
        #expect(versions == ["https://graph.microsoft.com/v1.0", "https://graph.microsoft.com/beta"])
    }

    @Test(arguments: [
        (["GET"], "GET"), (["read"], "GET"), (["tenant=a", "PATCH"], "PATCH"), (["GET,PATCH"], nil), (["WRITE"], nil),
        ([], nil),
    ])
    func theMethodOfAPatternIsFound(parts: [String], method: String?) {
        #expect(GraphPaths.method(of: parts) == method)
    }

    @Test(arguments: ["/nonsense/", "/me/messages/1/attachments/1/x", "/me/drive/items/7/content/x"])
    func pathOutsideTheTableHasNoCompletion(typed: String) {
        #expect(GraphPaths.completing(typed).isEmpty)
    }

    @Test(arguments: [
        ("/me/mess", "/me/messages", true), ("/me/sendM", "/me/sendMail", false), ("/us", "/users", true),
    ])
    func segmentThatGoesOnIsContinued(typed: String, offered: String, goesOn: Bool) {
        let path = GraphPaths.completing(typed).first { $0.text == offered }
        #expect(path?.continuation == (goesOn ? "/" : nil) as Character?)
    }

    @Test func onlyPathsOfTheMethodAreOffered() {
        #expect(GraphPaths.completing("/me/", method: "POST").contains { $0.text == "/me/sendMail" })
        #expect(!GraphPaths.completing("/me/", method: "GET").contains { $0.text == "/me/sendMail" })
        #expect(GraphPaths.completing("/me/", method: "delete").contains { $0.text == "/me/messages" })
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsReadWithoutATrap(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<10 {
            let typed = "/me/" + generator.text(upTo: 30)
            _ = GraphPaths.completing(typed)
        }
    }
}
