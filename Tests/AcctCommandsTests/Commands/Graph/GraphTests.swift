import AccountProfiles
import AccountStore
import ArgumentParser
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AcctCommands

extension Graph {
    fileprivate var request: GraphRequest { get throws { try requestOptions.request(for: path) } }
}

@Suite struct GraphTests {
    @Test(arguments: [
        (["/me"], "GET"), (["/me", "-X", "patch"], "PATCH"), (["/me", "--input", "/dev/null"], "POST"),
        (["/me", "--input", "/dev/null", "-X", "PUT"], "PUT"),
    ])
    func bodyMakesTheMethodPOST(arguments: [String], method: String) throws {
        #expect(try Graph.parse(arguments).request.method == method)
    }

    @Test(arguments: [
        ("Prefer: outlook.timezone=\"UTC\"", "Prefer", "outlook.timezone=\"UTC\""), ("X:y", "X", "y"),
        ("X:   y", "X", "y"),
        ("X:", "X", ""), ("X: a: b", "X", "a: b"), ("If-Match: *", "if-match", "*"),
    ])
    func headerIsANameAndAValue(line: String, name: String, value: String) throws {
        #expect(try Graph.parse(["/me", "-H", line]).request.headers.values(name) == [value])
    }

    @Test func repeatedHeaderStaysRepeated() throws {
        let request = try Graph.parse(["/me", "-H", "Prefer: a", "-H", "prefer: b"]).request
        #expect(request.headers.values("Prefer") == ["a", "b"])
    }

    @Test(arguments: ["", "nonsense", ": x", ":"])
    func invalidHeaderIsUsage(line: String) throws {
        let graph = try Graph.parse(["/me", "-H", line])
        #expect {
            _ = try graph.request
        } throws: { Failure($0).kind == .usage && Failure($0).message.contains("\"\(line)\"") }
    }

    @Test(arguments: [
        ([], "application/json"), (["-H", "content-type: text/plain"], "text/plain"),
    ])
    func bodyIsJSONUnlessAHeaderSaysOtherwise(headers: [String], type: String) throws {
        let request = try Graph.parse(["/me", "--input", "/dev/null"] + headers).request
        #expect(request.headers.values("Content-Type") == [type])
        #expect(try Graph.parse(["/me"]).request.headers.contains("Content-Type") == false)
    }

    @Test(arguments: [
        ["-o", "a", "-D", "a"], ["--write-status", "a", "-D", "a"], ["--delta-file", "a", "-o", "a"],
        ["--format", "csv", "--jq", ".id"],
    ])
    func optionsThatWouldLoseOutputAreUsage(options: [String]) {
        #expect(throws: (any Error).self) { try Graph.parse(["/users"] + options) }
    }

    @Test func fileThatCannotBeReadIsUsage() throws {
        let graph = try Graph.parse(["/me", "--input", "/nonexistent/mail.json"])
        #expect {
            _ = try graph.request
        } throws: { Failure($0).kind == .usage && Failure($0).message.contains("/nonexistent/mail.json") }
    }

    /// Requests are refused before a token is acquired or anything is sent: the profile has no token and no server.
    @Test(arguments: [
        (Profile.Mode.readOnly, "https://graph.example" as String?, ["/me", "-X", "DELETE"], Failure.Kind.policy),
        (.readOnly, "https://graph.example", ["/me", "--input", "/dev/null"], .policy),
        (.readWrite, nil, ["/me"], .noProfile),
        (.readOnly, "https://graph.example", ["https://evil.example/me"], .policy),
    ])
    func invalidRequestIsRefusedBeforeAnythingIsSent(
        mode: Profile.Mode, graph: String?, arguments: [String], kind: Failure.Kind
    ) async throws {
        let home = TemporaryHome()
        let command = try Graph.parse(arguments)
        let (services, profile) = (home.services(), try Profile.work(mode: mode, graph: graph))
        try services.profiles.add(profile, with: profile.emptyGrant)
        await #expect {
            try await command.run(services)
        } throws: { Failure($0).kind == kind }
    }
}
