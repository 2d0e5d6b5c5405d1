import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct ResourcePathTests {
    @Test(arguments: [
        ("/me", nil as String?, ["me"]), ("me/messages", nil, ["me", "messages"]), ("/v1.0/me", nil, ["me"]),
        ("beta/users/a@b.example", nil, ["users", "a@b.example"]),
        ("/users/a%40b.example/", nil, ["users", "a@b.example"]),
        ("//me//chats", nil, ["me", "chats"]), ("", nil, []), ("/", nil, []), ("/V1.0/Users", nil, ["Users"]),
        ("https://Graph.Microsoft.com/v1.0/me?$top=1", "https://graph.microsoft.com", ["me"]),
        ("https://graph.microsoft.com:443", "https://graph.microsoft.com", []),
        ("http://127.0.0.1:8080/v1.0/me", "http://127.0.0.1:8080", ["me"]), ("http://h:80?x", "http://h", []),
        (
            "/sites/contoso.sharepoint.com:/sites/hr:/lists", nil,
            ["sites", "contoso.sharepoint.com:", "sites", "hr:", "lists"]
        ),
        ("/me/drive/root:/100% done.txt:/content", nil, ["me", "drive", "root:", "100% done.txt:", "content"]),
        ("/users/x_contoso.com#EXT#@fabrikam.example", nil, ["users", "x_contoso.com#EXT#@fabrikam.example"]),
        ("/v1.0%2Fusers/a@b.example", nil, ["v1.0/users", "a@b.example"]), ("/beta%3Fx/me", nil, ["beta?x", "me"]),
        ("https://h/%76%31.0/users/a@b.example", "https://h", ["users", "a@b.example"]),
        ("/search?q=https://x.example/a", nil, ["search"]),
    ])
    func pathsAsPastedAreRead(text: String, origin: String?, segments: [String]) {
        let path = ResourcePath(text)
        #expect(path.origin == origin)
        #expect(path.segments == segments)
    }

    @Test(arguments: [
        ("/users?$filter=mail%20eq%20'a%40b.example'&$top=5", [["$filter", "mail eq 'a@b.example'"], ["$top", "5"]]),
        ("/users?$search=a+b", [["$search", "a+b"]]), ("/users?", []), ("/users?$count", [["$count", ""]]),
        ("/users?$filter=a eq 'x?y=z'", [["$filter", "a eq 'x?y=z'"]]), ("/users?&&=", [["", ""]]),
    ])
    func queryIsRead(text: String, fields: [[String]]) {
        #expect(ResourcePath(text).query.map { [$0.name, $0.value] } == fields)
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsAccepted(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let path = ResourcePath(generator.text(upTo: 100))
            #expect(path.segments.allSatisfy { !$0.isEmpty })
            #expect(path.text.utf8.first == UInt8(ascii: "/"))
        }
    }
}
