import Foundation
import Testing

/// Managed identities of machines in Azure and under Azure Arc.
///
/// The address of the instance metadata service (169.254.169.254) cannot be reached here: a variable that clusters set
/// replaces it. Azure Arc's agent is emulated except for its fixed port; only root may write the folder of its keys.
@Suite struct ManagedIdentityTests {
    private static let keyFolder = "/var/opt/azcmagent/tokens"

    private func appService(_ sandbox: Sandboxed) -> [String: String?] {
        let machine = sandbox.server.machine
        // An unreachable proxy: requests to a service of this machine must not use one.
        return [
            "IDENTITY_ENDPOINT": machine.identityEndpoint, "IDENTITY_HEADER": machine.identityHeader,
            "https_proxy": "http://h.invalid", "http_proxy": "http://h.invalid",
        ]
    }

    private func arc(at endpoint: String) -> [String: String?] {
        ["IDENTITY_ENDPOINT": endpoint, "IMDS_ENDPOINT": "http://localhost:40342"]
    }

    @Test(arguments: ["App Service", "metadata service"]) func systemAssignedIdentityGetsTokens(service: String)
        async throws
    {
        try await Sandboxed.run { sandbox in
            let environment =
                service == "App Service"
                ? appService(sandbox) : ["AZURE_POD_IDENTITY_AUTHORITY_HOST": sandbox.server.machine.metadataAuthority]
            let added = try await sandbox.succeed(
                "add vm -v --managed-identity --graph \(sandbox.server.graph)", environment: environment)
            #expect(!added.error.contains(sandbox.server.machine.identityHeader), "\(added)")
            let token = try await sandbox.succeed("token").line
            #expect(!added.error.contains(token), "\(added)")
            #expect(try await sandbox.succeed("token").line == token, "cached")
            for line in ["list", "show vm", "show"] {
                let piped = try await sandbox.succeed(line)
                for run in [piped, try await sandbox.shown(line)] {
                    #expect(!run.text.contains("managed_identity") && !run.text.contains("system-assigned"), "\(run)")
                    #expect(!run.text.contains("/common"), "\(run)")
                }
                // Times are those of a clock where no person reads them.
                #expect(!piped.text.contains(" ago") && !piped.text.contains("just now"), "\(piped)")
            }
            // What export writes, import reads.
            let file = try sandbox.workspace.file("vm.json", try await sandbox.succeed("export").text)
            let other = ["ACCT_HOME": "\(sandbox.workspace.folder)/other" as String?]
            let graph = sandbox.server.graph
            try await sandbox.succeed("import \(file) --trust \(graph)", environment: other)
            try await sandbox.succeed("sign-in vm --managed-identity", environment: environment.merging(other) { $1 })
            #expect(try await sandbox.succeed("graph /users?$top=1&$select=id").text.contains("\"id\""))
            #expect(try await sandbox.succeed("token --force-refresh", environment: environment).line != token)
            let vault = "token --resource https://vault.azure.net"
            #expect(try await sandbox.succeed(vault, environment: environment).line != token)
            try await sandbox.succeed("sign-out vm")
            expect(
                try await sandbox.acct("token"),
                ExpectedError(4, "vm is signed out.", run: "acct sign-in vm --managed-identity"))
        }
    }

    /// Under `acct exec` the endpoint of App Service is that of another profile's tokens.
    @Test(arguments: ["alice", "vm"]) func identityIsThatOfTheMachineUnderExecToo(profile: String) async throws {
        try await Sandboxed.run { sandbox in
            let environment = appService(sandbox)
            try await sandbox.add("alice", as: "alice@contoso.example")
            try await sandbox.succeed("add vm --managed-identity", environment: environment)
            let outside = try await sandbox.succeed("token -p vm", environment: environment).line
            let line = "exec -p \(profile) -- acct token -p vm"
            let inside = try await sandbox.succeed("\(line) --force-refresh", environment: environment).line
            #expect(try subject(of: inside) == subject(of: outside))
            let vault = try await sandbox.succeed(
                "\(line) --resource https://vault.azure.net", environment: environment)
            #expect(try subject(of: vault.line) == subject(of: outside))
            #expect(try subject(of: await sandbox.succeed("token -p alice").line) != subject(of: outside))
        }
    }

    private func subject(of token: String) throws -> String {
        let part = token.split(separator: ".")[1].replacing("-", with: "+").replacing("_", with: "/")
        let padded = part + String(repeating: "=", count: (4 - part.count % 4) % 4)
        let claims = try JSONDecoder().decode(Claims.self, from: try #require(Data(base64Encoded: String(padded))))
        return claims.oid ?? claims.sub ?? ""
    }

    private struct Claims: Decodable {
        let oid, sub: String?
    }

    @Test func userAssignedIdentityGetsTokensAndAnUnknownOneIsRefused() async throws {
        try await Sandboxed.run { sandbox in
            let (environment, graph) = (appService(sandbox), sandbox.server.graph)
            let assigned = sandbox.server.machine.assignedClientId
            try await sandbox.succeed(
                "add job --managed-identity --identity \(assigned) --graph \(graph)", environment: environment)
            // Of the two identities only the assigned one may read groups.
            try await sandbox.succeed("graph /groups?$top=1 -p job", environment: environment)
            let stranger = try await sandbox.acct(
                "add other --managed-identity --identity \(sandbox.server.clientId)", environment: environment)
            #expect(stranger.status == 1 && stranger.error.contains("Identity not found"), "\(stranger)")
            let changed = environment.merging(["IDENTITY_HEADER": "wrong-header"]) { $1 }
            let wrong = try await sandbox.acct("add other -v --managed-identity", environment: changed)
            #expect(wrong.status != 0 && !wrong.error.contains("wrong-header"), "\(wrong)")
            #expect(try await sandbox.states() == ["job": "signedIn"])
        }
    }

    /// Only root may create the folder. A real agent's folder is not touched.
    @Test(.needsRoot, .enabled(if: !FileManager.default.fileExists(atPath: "/var/opt/azcmagent")))
    func arcKeyFileIsReadForEachToken() async throws {
        try FileManager.default.createDirectory(atPath: Self.keyFolder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: "/var/opt/azcmagent") }
        try await Sandboxed.run("--arc-keys", Self.keyFolder) { sandbox in
            let environment = arc(at: sandbox.server.machine.arcEndpoint)
            let added = try await sandbox.succeed(
                "add server -v --managed-identity --graph \(sandbox.server.graph)", environment: environment)
            #expect(!added.error.contains("Authorization: Basic"), "\(added)")
            try await sandbox.succeed("graph /users?$top=1", environment: environment)
            try await sandbox.succeed("token --force-refresh", environment: environment)
            #expect(
                try await sandbox.requests().filter { $0.path.hasPrefix("/metadata") }.map(\.status)
                    == [401, 200, 401, 200])
            #expect(try FileManager.default.contentsOfDirectory(atPath: Self.keyFolder).isEmpty)
            let assigned = sandbox.server.machine.assignedClientId
            expect(
                try await sandbox.acct("add other --managed-identity --identity \(assigned)", environment: environment),
                ExpectedError(64, "Azure Arc"))
        }
        try await expectRefusal(ofKey: String(repeating: "k", count: 4097), named: "big.key")
        try FileManager.default.createDirectory(
            atPath: "\(Self.keyFolder)/folder.key", withIntermediateDirectories: false)
        try await expectRefusal(ofKey: nil, named: "folder.key")
    }

    private func expectRefusal(ofKey key: String?, named name: String) async throws {
        let path = "\(Self.keyFolder)/\(name)"
        if let key { try key.write(toFile: path, atomically: false, encoding: .utf8) }
        try await expectRefusal("Basic realm=\(path)", words: name)
    }

    /// Another program on the agent's port must not get acct to send it a file that only root can read.
    @Test(arguments: [
        "Basic realm=/etc/shadow", "Basic realm=/var/opt/azcmagent/tokens/../../../../etc/shadow",
        "Basic realm=/var/opt/azcmagent/tokens/sub/x.key", "Basic realm=/var/opt/azcmagent/tokens/x.txt",
        "Basic realm=/var/opt/azcmagent/tokens/gone.key", "Basic realm=\u{1b}[31m", "Negotiate", "Basic",
    ])
    func arcChallengeWithAnotherPathIsRefused(challenge: String) async throws {
        try await expectRefusal(challenge, words: "acct: ")
    }

    private func expectRefusal(_ challenge: String, words: String) async throws {
        let workspace = try Workspace()
        let agent = try ScriptedServer { _ in .response(401, headers: ["WWW-Authenticate: \(challenge)"]) }
        let run = try await workspace.acct(
            "add server --managed-identity --graph \(agent.url)", environment: arc(at: "\(agent.url)/token"))
        #expect(run.status != 0 && run.error.contains(words), "\(run)")
        #expect(!run.error.contains("\u{1b}"), "\(run)")
        #expect(agent.requests.count == 1 && agent.requests[0].headers["authorization"] == nil)
    }

    @Test(arguments: ["http://agent.invalid/token", "http://192.0.2.1/token"])
    func arcEndpointOnAnotherHostIsRefused(endpoint: String) async throws {
        let workspace = try Workspace()
        let run = try await workspace.acct(
            "add server --managed-identity --graph http://localhost:1", environment: arc(at: endpoint))
        #expect(run.status != 0 && run.error.contains("plain http"), "\(run)")
    }

    /// A redirect would carry the key to another host.
    @Test func redirectOfTheArcAgentIsNotFollowed() async throws {
        let workspace = try Workspace()
        let other = try ScriptedServer { _ in .response(200, #"{"access_token":"x","expires_in":"3600"}"#) }
        let agent = try ScriptedServer { [url = other.url] _ in .response(307, headers: ["Location: \(url)/token"]) }
        let run = try await workspace.acct(
            "add server --managed-identity --graph \(agent.url)", environment: arc(at: "\(agent.url)/token"))
        #expect(run.status != 0, "\(run)")
        #expect(other.requests.isEmpty)
    }
}
