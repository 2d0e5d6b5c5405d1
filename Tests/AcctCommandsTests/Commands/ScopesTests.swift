import ArgumentParser
import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct ScopesTests {
    private static let list = #"""
        {"permissions":{"Zones.Read":{"authorizationType":"oAuth2","schemes":{"DelegatedWork":{"privilegeLevel":1}},
        "pathSets":[{"schemeKeys":["DelegatedWork"],"methods":["GET"],"paths":{"/me/zones":"least=DelegatedWork"}}]}}}
        """#

    private func required(_ method: String, _ path: String) throws -> RequiredScopes {
        let path = ResourcePath(path)
        let required = try #require(PermissionTable.builtIn.required(method: method, path: path))
        return RequiredScopes(required: required, method: method, path: path)
    }

    @Test func pipedOutputHasKindTabScopes() throws {
        let pipe = Terminal(environment: [:])
        try #require(!pipe.outputIsTerminal)
        #expect(
            try required("GET", "/me/messages").text(for: pipe)
                == "work\tMail.ReadBasic\npersonal\tMail.ReadBasic\napp\t-")
        #expect(
            try required("POST", "/identity/conditionalAccess/policies").text(for: pipe)
                == "work\tPolicy.ReadWrite.ConditionalAccess Policy.Read.All\npersonal\t-\n"
                + "app\tPolicy.ReadWrite.ConditionalAccess Policy.Read.All")
    }

    @Test func jsonHasEveryField() throws {
        let text = try JSONText.of(try required("GET", "/groups/7"), pretty: false)
        #expect(
            text == #"{"application":{"alsoRequires":[],"least":"Group.ReadBasic.All","mayNeedAdministrator":false,"#
                + #""scopes":["Group.ReadBasic.All"],"supported":true},"method":"GET","path":"/groups/7","#
                + #""personal":{"alsoRequires":[],"least":null,"mayNeedAdministrator":false,"scopes":[],"supported":false},"#
                + #""source":"built-in","template":"/groups/{id}","work":{"alsoRequires":[],"least":"Group.ReadBasic.All","#
                + #""mayNeedAdministrator":true,"scopes":["Group.ReadBasic.All","GroupMember.Read.All","Directory.Read.All"],"#
                + #""supported":true}}"#)
    }

    @Test func jsonOfAnUnknownRequestHasNulls() throws {
        let unknown = RequiredScopes(required: nil, method: "GET", path: ResourcePath("/me/nonsense"))
        #expect(
            try JSONText.of(unknown, pretty: false)
                == #"{"application":null,"method":"GET","path":"/me/nonsense","personal":null,"source":null,"#
                + #""template":null,"work":null}"#)
    }

    @Test func importedListCoversMoreRequests() throws {
        let home = TemporaryHome()
        let file = home.folder.path + ".json"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Self.list.write(toFile: file, atomically: true, encoding: .utf8)
        let path = ResourcePath("/users/dana/zones")
        #expect(try home.services().permissions.required(method: "GET", path: path) == nil)
        try ScopesCommand.parse(["--import", file]).run(home.services())
        let found = try #require(try home.services().permissions.required(method: "GET", path: path))
        #expect(found.work.least?.name == "Zones.Read")
        #expect(found.template == "/users/{id}/zones")
        let mail = try home.services().permissions.required(method: "GET", path: ResourcePath("/me/messages"))
        #expect(mail?.source == .builtIn)
    }

    @Test func invalidListReplacesNothing() throws {
        let home = TemporaryHome()
        let file = home.folder.path + ".json"
        defer { try? FileManager.default.removeItem(atPath: file) }
        try Self.list.write(toFile: file, atomically: true, encoding: .utf8)
        try ScopesCommand.parse(["--import", file]).run(home.services())
        try "<html>".write(toFile: file, atomically: true, encoding: .utf8)
        #expect {
            try ScopesCommand.parse(["--import", file]).run(home.services())
        } throws: { Failure($0).kind == .failed && Failure($0).message.contains("it is not valid JSON") }
        #expect(try home.services().permissions.required(method: "GET", path: ResourcePath("/me/zones")) != nil)
    }

    @Test func scopesCreatesNoStore() throws {
        let home = TemporaryHome()
        try ScopesCommand.parse(["/me"]).run(home.services())
        #expect(!FileManager.default.fileExists(atPath: home.folder.path))
    }

    @Test(arguments: [
        ("/me/nonsense", "the request may still exist"), ("/subscriptions", "reads the subscribed resource"),
    ])
    func unknownRequestIsAFailure(path: String, words: String) throws {
        let command = try ScopesCommand.parse([path])
        #expect {
            try command.run(TemporaryHome().services())
        } throws: { Failure($0).kind == .failed && Failure($0).message.contains(words) }
    }

    @Test(arguments: ["/", "", "https://graph.microsoft.com/v1.0"]) func pathWithoutAResourceIsUsage(path: String)
        throws
    {
        let command = try ScopesCommand.parse([path])
        #expect {
            try command.run(TemporaryHome().services())
        } throws: { Failure($0).kind == .usage }
    }

    @Test(arguments: [[], ["/me", "--import", "f"], ["/me", "-X", "get it"], ["/me", "-X", ""], ["/me", "/you"]])
    func contradictoryOptionsAreUsage(arguments: [String]) {
        #expect(throws: (any Error).self) { try ScopesCommand.parse(arguments) }
    }
}
