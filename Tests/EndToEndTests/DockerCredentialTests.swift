import Foundation
import Testing

/// `docker-credential-acct`, run by its name as docker runs it, against the sandbox's registry.
@Suite struct DockerCredentialTests {
    private struct Answer: Decodable { let ServerURL, Username, Secret: String }

    @Test func registrysTokenIsThatOfTheProfile() async throws {
        try await Sandboxed.runWithRegistry { sandbox, registry in
            let answer = try await sandbox.docker("get", registry).json(Answer.self)
            #expect(answer.ServerURL == registry && answer.Username == "00000000-0000-0000-0000-000000000000")
            #expect(try tokenClaims(of: answer.Secret)["tenant"] as? String == World.contoso)
            #expect(try tokenClaims(of: answer.Secret)["aud"] as? String == registry)

            try await sandbox.succeed("rule add http://\(registry)/* carol")
            let other = try await sandbox.docker("get", "http://\(registry)/v2/")
            #expect(try tokenClaims(of: other.json(Answer.self).Secret)["tenant"] as? String == World.fabrikam)
            #expect(other.error == "")
            let named = try await sandbox.docker("get", registry, environment: ["ACCT_PROFILE": "alice"])
            #expect(try tokenClaims(of: named.json(Answer.self).Secret)["tenant"] as? String == World.contoso)
        }
    }

    @Test func sandboxsRegistryRefusesTokensForOthers() async throws {
        try await Sandboxed.runWithRegistry { sandbox, registry in
            let resource = "https://containerregistry.azure.net"
            let graph = try await sandbox.succeed("token -p alice").line
            let other = try await sandbox.succeed("token -p carol --resource \(resource)").line
            let own = try await sandbox.succeed("token -p alice --resource \(resource)").line
            for (service, token, status) in [
                (registry, graph, 401), (registry, other, 401), (registry, "", 401), ("contoso.azurecr.io", own, 400),
                (registry, own, 200),
            ] {
                let form = "grant_type=access_token&service=\(service)&tenant=\(World.contoso)&access_token=\(token)"
                let reply = try await LoopbackHTTP().send(
                    "POST", "http://\(registry)/oauth2/exchange",
                    headers: ["Content-Type": "application/x-www-form-urlencoded"], body: Data(form.utf8))
                #expect(reply.status == status, "\(service): \(reply.text)")
            }
        }
    }

    @Test(.needs(.skopeo)) func clientOfRegistriesSignsInThroughTheHelper() async throws {
        try await Sandboxed.runWithRegistry { sandbox, registry in
            let folder = try sandbox.workspace.folder(".docker")
            try #"{"credHelpers":{"\#(registry)":"acct"}}"#.write(
                toFile: "\(folder)/config.json", atomically: true, encoding: .utf8)
            let list = [try Tool.skopeo.require(), "list-tags", "--tls-verify=false", "docker://\(registry)/team/app"]
            let path = "\(try sandbox.linkFolder):\(Tool.folders.joined(separator: ":"))"
            for name in ["alice", "carol"] {
                let run = try await sandbox.workspace.run(list, environment: ["PATH": path, "ACCT_PROFILE": name])
                #expect(run.status == 0 && run.text.contains("\"latest\""), "\(run)")
            }
            let readers = try await sandbox.requests().filter { $0.path == "/v2/team/app/tags/list" }.map(\.username)
            #expect(readers == ["alice@contoso.example", "carol@fabrikam.example"])
        }
    }

    @Test func otherRegistryIsLeftToDocker() async throws {
        try await Sandboxed.runWithRegistry { sandbox, _ in
            for server in ["https://index.docker.io/v1/", "", "contoso.azurecr.io.evil.example", "ghcr.io"] {
                let run = try await sandbox.docker("get", server)
                #expect(run.status == 1 && run.text == "credentials not found in native keychain\n", "\(run)")
                #expect(run.error == "")
            }
        }
    }

    /// Docker does not say which image it is about.
    @Test func aRuleForSomeImagesIsNotPassedOver() async throws {
        try await Sandboxed.runWithRegistry { sandbox, registry in
            try await sandbox.succeed("rule add", ["http://\(registry)/web/*", "carol"])
            let run = try await sandbox.docker("get", registry)
            #expect(run.status == 3 && run.error.contains("Docker names only the registry"), "\(run)")
            #expect(run.error.hasSuffix("  Run: acct rule add 'http://\(registry)/*' NAME\n"), "\(run)")
            let named = try await sandbox.docker("get", registry, environment: ["ACCT_PROFILE": "alice"])
            #expect(named.status == 0, "\(named)")
            try await sandbox.succeed("rule add", ["https://fabrikam.azurecr.io/web/*", "carol"])
            expect(
                try await sandbox.acct("why --remote fabrikam.azurecr.io"),
                ExpectedError(3, "Docker names only the registry"))
        }
    }

    @Test func otherOperationsStoreNothing() async throws {
        try await Sandboxed.runWithRegistry { sandbox, registry in
            #expect(try await sandbox.docker("list", "").text == "{}\n")
            let erased = try await sandbox.docker("erase", registry)
            #expect(erased.status == 0 && erased.text == "")
            let stored = try await sandbox.docker("store", #"{"ServerURL":"x","Username":"u","Secret":"s"}"#)
            #expect(stored.status == 64 && stored.text.hasPrefix("docker-credential-acct stores no passwords."))
        }
    }

    @Test func errorIsOnStdoutToo() async throws {
        try await Sandboxed.runWithRegistry { sandbox, registry in
            try await sandbox.add("bob", as: "bob@contoso.example")
            let run = try await sandbox.docker("get", registry, environment: ["ACCT_PROFILE": "bob"])
            let command = "Run: acct consent bob --scope https://containerregistry.azure.net/.default\n"
            #expect(run.status == 4 && run.text.hasSuffix(command) && run.error.hasSuffix(command), "\(run)")
            try await sandbox.succeed("sign-out alice")
            let signedOut = try await sandbox.docker("get", registry)
            #expect(signedOut.text == "alice is signed out. Run: acct sign-in alice\n", "\(signedOut)")
        }
    }

    @Test(arguments: [
        (401, #"{"errors":[{"code":"UNAUTHORIZED","message":"no \u001b[31mrole"}]}"#, 1, "The registry said: no"),
        (403, "", 1, "refused alice"), (503, "", 7, "status 503"), (200, "{}", 1, "something else than a token"),
        (200, #"{"refresh_token":"a\nb"}"#, 1, "something else"), (302, "", 7, "status 302"),
    ])
    func failingRegistryIsReported(status: Int, body: String, code: Int32, words: String) async throws {
        try await Sandboxed.runWithRegistry { sandbox, _ in
            let server = try ScriptedServer { _ in .response(status, body, headers: ["Location: https://evil.example/"])
            }
            let run = try await sandbox.docker("get", "localhost:\(server.port)")
            #expect(run.status == code && run.text.contains(words) && !run.text.contains("\u{1B}"), "\(run)")
            #expect(server.requests.map(\.target) == ["/oauth2/exchange"])
        }
    }
}

extension Sandboxed {
    /// Runs a test with the sandbox as a registry, and with the profiles `alice` of Contoso and `carol` of Fabrikam, which
    /// have consented to it.
    fileprivate static func runWithRegistry(test: (Sandboxed, _ registry: String) async throws -> Void) async throws {
        try await run { sandbox in
            for (name, person) in [("alice", "alice@contoso.example"), ("carol", "carol@fabrikam.example")] {
                try await sandbox.add(name, as: person)
                try await sandbox.succeed(
                    "consent \(name) --scope https://containerregistry.azure.net/.default", sandbox.browser(person))
            }
            try await test(sandbox, sandbox.server.graph.replacing("http://", with: ""))
        }
    }

    /// Runs the helper through a link, as it is installed.
    fileprivate func docker(
        _ operation: String, _ input: String, environment: [String: String?] = [:]
    ) async throws -> Run {
        try await workspace.run(
            ["\(linkFolder)/docker-credential-acct", operation], input: .bytes(Data(input.utf8)),
            environment: environment)
    }

    /// A folder with the link that is installed.
    fileprivate var linkFolder: String {
        get throws {
            let folder = try workspace.folder("bin")
            let link = "\(folder)/docker-credential-acct"
            if !FileManager.default.fileExists(atPath: link) {
                try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: Products.acct)
            }
            return folder
        }
    }
}
