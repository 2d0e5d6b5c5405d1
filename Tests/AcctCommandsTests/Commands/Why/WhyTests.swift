import AccountProfiles
import ArgumentParser
import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

/// `acct why` asks the ladder exactly as the command itself does.
@Suite struct WhyTests {
    @Test(arguments: [
        ([], "A command in this directory"), (["/me"], "GET /me"), (["-X", "delete", "/me"], "DELETE /me"),
        (["/me/messages", "-f", "a=b"], "POST /me/messages"),
        (["/me/messages", "--input", "/dev/null"], "POST /me/messages"),
        (["/me", "-H", "x-http-method: delete"], "DELETE /me"),
        (["/me", "-X", "POST", "-H", "X-HTTP-Method-Override: PATCH"], "PATCH /me"),
        (["/beta/me", "--beta"], "GET /me"),
        (["https://graph.microsoft.us/v1.0/me"], "GET https://graph.microsoft.us/v1.0/me"),
        (["--resource", "https://vault.azure.net"], "A token for https://vault.azure.net"),
        (["--scope", "A", "--scope", "B"], "A token for A B"),
    ])
    func actionIsNamed(arguments: [String], words: String) async throws {
        let home = TemporaryHome()
        #expect(try await Why.parse(arguments).action(home.services()).inWords == words)
    }

    @Test(arguments: [
        ["/me"], ["/users/dana@fabrikam.example", "-X", "DELETE"], ["/users", "-f", "a=b"],
        ["/users", "-X", "GET", "-F", "$filter=endswith(userPrincipalName,'@fabrikam.example')"],
        ["/users", "--filter", "endswith(userPrincipalName,'@fabrikam.example')", "--count"],
        ["/me", "-H", "X-HTTP-Method: DELETE"], ["https://graph.microsoft.us/v1.0/me"],
        ["/me/sendMail", "--input", "/dev/null"],
    ])
    func requestIsTheActionOfAcctGraph(arguments: [String]) async throws {
        let home = TemporaryHome()
        let selector = try home.services().selector
        let sent = try Graph.parse(arguments)
        let request = try sent.requestOptions.request(for: sent.path)
        let required = try selector.permissions.required(by: request)
        let explained = try await Why.parse(arguments).action(home.services()).action(selector, as: nil)
        #expect(explained == (Action(request, required), required))
    }

    @Test(arguments: [
        ["--resource", "https://fabrikam.sharepoint.com"], ["--scope", "https://graph.microsoft.us/User.Read"],
        ["--scope", "User.Read"],
    ])
    func tokenIsTheActionOfAcctToken(arguments: [String]) async throws {
        let home = TemporaryHome()
        let explained = try await Why.parse(arguments).action(home.services()).action(
            home.services().selector, as: nil)
        #expect(try explained == (Token.parse(arguments).invocation.action, nil))
    }

    @Test func batchIsTheActionOfAcctBatch() async throws {
        let home = TemporaryHome()
        let services = home.services()
        let text =
            "GET /users/dana@fabrikam.example\n" + #"{"method":"GET","url":"/me","headers":{"X-HTTP-Method":"DELETE"}}"#
        let file = home.folder.path + "-batch"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        defer { try? FileManager.default.removeItem(atPath: file) }
        let explained = try await Why.parse(["--batch", file]).action(services)
        #expect(explained.inWords == "A batch of 2 requests with writes, DELETE /me (line 2)")
        let head = try await BatchSource(file, version: "v1.0", thenEnding: "", in: services).head
        let action = try services.selector.action(of: head)
        #expect(try explained.action(services.selector, as: nil) == (action, nil) && action.isWrite)
    }

    @Test func unreadableBatchIsRefusedAsByAcctGraph() async throws {
        let home = TemporaryHome()
        let services = home.services()
        let explained = try await Why.parse(["/$batch", "-d", "none"]).action(services)
        for comparesAll in [false, true] {
            #expect(throws: Failure.unreadableBatch) {
                try explained.trial(as: nil, comparesAll: comparesAll, services.selector)
            }
        }
        #expect(throws: Never.self) { try explained.action(services.selector, as: "work") }
    }

    @Test func emptyBatchIsUsage() async throws {
        let home = TemporaryHome()
        await #expect {
            _ = try await Why.parse(["--batch", "/dev/null"]).action(home.services())
        } throws: { Failure($0).kind == .usage && Failure($0).command == "acct why --batch FILE" }
    }

    @Test(arguments: [
        (["/me", "--batch", "f"], "acct why PATH"), (["/me", "--resource", "https://x"], "acct why PATH"),
        (["--batch", "f", "--scope", "A"], "acct why PATH"), (["-X", "DELETE"], "acct why -X DELETE /users/ID"),
        (["-f", "a=b"], "acct why -X DELETE /users/ID"),
        (["-H", "A: b", "--batch", "f"], "acct why -X DELETE /users/ID"),
        (["--input", "-", "--resource", "https://x"], "acct why -X DELETE /users/ID"),
        (["--top", "5"], "acct why -X DELETE /users/ID"), (["--beta"], "acct why --beta /me"),
        (["--scope", "A", "--resource", "B"], "either --scope or --resource"),
    ])
    func contradictoryOptionsAreUsage(arguments: [String], hint: String) {
        #expect {
            _ = try Why.parse(arguments)
        } throws: { Why.exitCode(for: $0).rawValue == 64 && Why.message(for: $0).contains(hint) }
    }
}
