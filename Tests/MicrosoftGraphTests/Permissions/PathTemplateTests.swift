import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct PathTemplateTests {
    @Test(arguments: [
        ("/me/messages", "/me/messages"), ("v1.0/Me/mailFolders", "/Me/mailFolders"),
        ("/users('dana@contoso.com')/messages", "/users/{id}/messages"), ("/users(dana)/photo", "/users/{id}/photo"),
        ("/users/{user-id}/messages", "/users/{id}/messages"),
        ("/applications(appId='0000')/owners", "/applications/{id}/owners"),
        ("/me/mailFolders('inbox')/messages", "/me/mailFolders/{id}/messages"),
        ("/me/drive/root/delta(token='x')", "/me/drive/root/delta"), ("/me/messages/delta()", "/me/messages/delta"),
        ("/reports/getOffice365ActiveUserDetail(period='D7')", "/reports/getOffice365ActiveUserDetail"),
        ("/me/microsoft.graph.sendMail", "/me/sendMail"),
        ("/sites/a/getByPath(path='/x/y')/lists", "/sites/a/getByPath/lists"),
        ("/me/drive/root:/a/b c.txt:/content", "/me/drive/items/{id}/content"),
        ("/me/drive/root:/a/b.txt", "/me/drive/items/{id}"), ("/me/drive/root:", "/me/drive/items/{id}"),
        ("/drives/b!x/items/01:/a/b:/children", "/drives/b!x/items/{id}/children"),
        ("/me/drive/special/approot:/a.txt:/content", "/me/drive/items/{id}/content"),
        ("/sites/contoso.sharepoint.com:/sites/hr:/lists", "/sites/{id}/lists"),
        ("/sites/contoso.sharepoint.com:/sites/hr", "/sites/{id}"),
        ("/sites/contoso.sharepoint.com,1,2/lists", "/sites/contoso.sharepoint.com,1,2/lists"),
        ("/sites/h:/s:/drive/root:/a:/content", "/sites/{id}/drive/items/{id}/content"),
        ("/teams/1/channels/19:a@thread.tacv2/messages", "/teams/1/channels/19:a@thread.tacv2/messages"),
        ("/chats/19:a_b@unq.gbl.spaces:/messages", "/chats/19:a_b@unq.gbl.spaces:/messages"),
        ("/me/messages/AAMk(x)=", "/me/messages/AAMk(x)="), ("/me/x(", "/me/x("), ("/me/(a)", "/me/(a)"), ("", "/"),
        ("/me/photo/$value", "/me/photo/$value"), ("/me/x(a='b", "/me/x(a='b"),
    ])
    func referencesToOneObjectBecomePlaceholders(path: String, template: String) {
        let found = PathTemplate(ResourcePath(path))
        #expect(found.text == template)
        #expect(found.segments == template.lowercased().split(separator: "/").map(String.init))
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsAccepted(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let words = [
            "users", "me", "drive", "root:", "items", ":", "sites", "a:", "x(", ")", "f(a='", "')", "{a}", "$value",
            "/",
        ]
        for _ in 0..<100 {
            let pieces = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                Bool.random(using: &generator) ? words.randomElement(using: &generator) ?? "" : generator.text(upTo: 6)
            }
            let path = ResourcePath(pieces.joined(separator: "/"))
            let template = PathTemplate(path)
            #expect(template.segments.allSatisfy { !$0.isEmpty })
            #expect(template.segments.count <= path.segments.count * 2)
            let answer = PermissionTable.builtIn.required(method: "GET", path: path)
            if let answer { #expect(answer.template.utf8.first == UInt8(ascii: "/")) }
        }
    }

    @Test func manySegmentsAreRead() {
        let path = ResourcePath(String(repeating: "/users('x')", count: 20_000))
        #expect(PathTemplate(path).segments.count == 40_000)
        #expect(PermissionTable.builtIn.required(method: "GET", path: path) == nil)
    }
}
