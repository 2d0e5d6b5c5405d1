import Foundation
import Testing

/// The tokens that programs under `acct exec` get from the local endpoint.
@Suite struct TokenServerTests {
    private struct Answer: Decodable {
        let access_token, expires_on, resource, token_type, client_id: String
    }

    private struct Problem: Decodable {
        let statusCode: Int
        let message: String
    }

    private static let graph = "resource=https://graph.microsoft.com"

    /// A program under `acct exec` that waits, and its endpoint.
    private struct Waiting {
        let child: Child
        let endpoint, secret: String

        init(_ sandbox: Sandboxed, _ options: String = "") async throws {
            let words = options.split(separator: " ").map(String.init)
            child = try sandbox.workspace.start(
                [Products.acct, "exec"] + words
                    + ["--", "/bin/sh", "-c", "echo $IDENTITY_ENDPOINT $IDENTITY_HEADER; exec sleep 300"])
            let child = child
            let line = try await eventually("the program knows its endpoint") {
                child.output.last == UInt8(ascii: "\n") ? String(decoding: child.output, as: UTF8.self) : nil
            }
            let parts = line.split(whereSeparator: \.isWhitespace).map(String.init)
            (endpoint, secret) = (parts[0], parts[1])
        }

        func get(_ query: String, secret: String? = nil, headers: [String: String] = [:]) async throws
            -> LoopbackHTTP.Reply
        {
            try await LoopbackHTTP().send(
                "GET", "\(endpoint)?api-version=2019-08-01&\(query)",
                headers: ["X-IDENTITY-HEADER": secret ?? self.secret].merging(headers) { $1 })
        }

        func problem(_ query: String, secret: String? = nil, headers: [String: String] = [:]) async throws -> Problem {
            let reply = try await get(query, secret: secret, headers: headers)
            let problem = try JSONDecoder().decode(Problem.self, from: reply.body)
            #expect(problem.statusCode == reply.status)
            return problem
        }
    }

    @Test func tokenIsThatOfTheProfileForTheResource() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let waiting = try await Waiting(sandbox, "-p bob")
            let reply = try await waiting.get(Self.graph)
            let answer = try JSONDecoder().decode(Answer.self, from: reply.body)
            #expect(reply.status == 200 && reply.header("Cache-Control") == "no-store")
            #expect(answer.resource == "https://graph.microsoft.com" && answer.token_type == "Bearer")
            #expect(answer.client_id == sandbox.server.clientId)
            #expect(try #require(Int(answer.expires_on)) > Int(Date().timeIntervalSince1970))
            #expect(try tokenClaims(of: answer.access_token)["upn"] as? String == "bob@contoso.example")
            // It is cached, whichever form the query has.
            for query in [
                "resource=https%3A%2F%2Fgraph.microsoft.com", "\(Self.graph)&client_id=\(sandbox.server.clientId)",
            ] {
                let again = try await waiting.get(query)
                #expect(try JSONDecoder().decode(Answer.self, from: again.body).access_token == answer.access_token)
            }
        }
    }

    /// Terraform's providers send `Metadata` and no secret to the address in `ARM_MSI_ENDPOINT`.
    @Test func addressWithTheSecretServesClientsThatSendNone() async throws {
        struct Machine: Decodable { let access_token, expires_in, expires_on, resource, token_type: String }
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let waiting = try await Waiting(sandbox)
            func get(_ path: String, _ headers: [String: String]) async throws -> LoopbackHTTP.Reply {
                try await LoopbackHTTP().send(
                    "GET", "\(waiting.endpoint)\(path)?api-version=2018-02-01&\(Self.graph)", headers: headers)
            }
            let reply = try await get("/\(waiting.secret)", ["Metadata": "true"])
            let answer = try JSONDecoder().decode(Machine.self, from: reply.body)
            #expect(try tokenClaims(of: answer.access_token)["upn"] as? String == "alice@contoso.example")
            #expect(try (1...3600).contains(#require(Int(answer.expires_in))))
            #expect(try await get("/\(waiting.secret)", [:]).status == 401)
            #expect(try await get("/wrong", ["Metadata": "true"]).status == 401)
            #expect(try await get("", ["Metadata": "true"]).status == 401)
        }
    }

    /// The SDKs repeat a request after 404, 408, 429 and 5xx, so none of these is sent.
    @Test func otherRequestIsRefusedAtOnce() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let waiting = try await Waiting(sandbox)
            #expect(try await waiting.problem(Self.graph, secret: "wrong").statusCode == 401)
            #expect(try await waiting.problem(Self.graph, secret: "").statusCode == 401)
            #expect(try await waiting.problem(Self.graph, headers: ["Host": "evil.example"]).statusCode == 403)
            #expect(try await waiting.problem("").message.contains("resource is missing"))
            #expect(try await waiting.problem("\(Self.graph)&\(Self.graph)").statusCode == 400)
            for identity in ["client_id=5e29463d", "mi_res_id=/x", "object_id=1", "principal_id=1"] {
                let problem = try await waiting.problem("\(Self.graph)&\(identity)")
                #expect(problem.statusCode == 400 && problem.message.contains("the tokens of profile alice"))
            }
            let other = try await LoopbackHTTP().send(
                "GET", waiting.endpoint + "/x", headers: ["X-IDENTITY-HEADER": waiting.secret])
            #expect(other.status == 400)
            let post = try await LoopbackHTTP().send(
                "POST", waiting.endpoint, headers: ["X-IDENTITY-HEADER": waiting.secret])
            #expect(post.status == 405)
        }
    }

    @Test func signInThatIsRequiredIsAnAnswerWithTheCommand() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let waiting = try await Waiting(sandbox, "-p bob")
            let vault = "resource=https://vault.azure.net"
            let consent = try await waiting.problem(vault)
            #expect(consent.statusCode == 400)
            #expect(
                consent.message.contains("Run: acct consent bob --scope https://vault.azure.net/.default"), "\(consent)"
            )
            try await sandbox.succeed("sign-out bob")
            #expect(try await waiting.problem(Self.graph).message.contains("Run: acct sign-in bob"))
            try await sandbox.succeed("sign-in bob", sandbox.browser("bob@contoso.example"))
            #expect(try await waiting.get(Self.graph).status == 200)
            try await sandbox.succeed("remove bob")
            #expect(try await waiting.problem(Self.graph).message.contains("bob"))
            // The name of the profile now stands for somebody else.
            try await sandbox.add("bob", as: "carol@fabrikam.example")
            let replaced = try await waiting.problem(Self.graph)
            #expect(replaced.statusCode == 403 && replaced.message.contains("another account"), "\(replaced)")
        }
    }

    @Test func readOnlyProfileGivesTokensOfItsOwnScopesOnly() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("audit", as: "bob@contoso.example", ["--read-only", "--scope", "Mail.Read"])
            let waiting = try await Waiting(sandbox, "-p audit")
            for resource in ["https://graph.microsoft.com", "https://graph.microsoft.com/"] {
                let reply = try await waiting.get("resource=\(resource)")
                let answer = try JSONDecoder().decode(Answer.self, from: reply.body)
                let scopes = try tokenClaims(of: answer.access_token)["scp"] as? String ?? ""
                #expect(scopes.contains("Mail.Read") && !scopes.contains("Write"), "\(scopes)")
            }
            let refused = try await waiting.problem("resource=https://management.azure.com")
            #expect(refused.statusCode == 403 && refused.message.contains("read-only"))
            #expect(refused.message.hasSuffix("acct list"), "\(refused)")
        }
    }

    /// Whichever way the program ends.
    @Test(arguments: [SIGKILL, SIGTERM]) func endpointEndsWithTheProgram(signal: Int32) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let waiting = try await Waiting(sandbox)
            #expect(try await waiting.get(Self.graph).status == 200)
            #expect(kill(waiting.child.id, signal) == 0)
            try await eventually("the endpoint is closed") {
                (try? await waiting.get(Self.graph)) == nil
            }
        }
    }

    @Test func twoEndpointsServeTheirOwnProfiles() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let (alice, bob) = (try await Waiting(sandbox, "-p alice"), try await Waiting(sandbox, "-p bob"))
            for (waiting, other, name) in [(alice, bob, "alice"), (bob, alice, "bob")] {
                let reply = try await waiting.get(Self.graph)
                let token = try JSONDecoder().decode(Answer.self, from: reply.body).access_token
                #expect(try tokenClaims(of: token)["upn"] as? String == "\(name)@contoso.example")
                #expect(try await waiting.problem(Self.graph, secret: other.secret).statusCode == 401)
            }
        }
    }

    /// Neither other users nor logs see the secret or a token.
    @Test func secretIsInNoArgumentAndNoLog() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example")
            let waiting = try await Waiting(sandbox, "-v")
            _ = try await waiting.get(Self.graph)
            let arguments = try await sandbox.workspace.run(["/bin/ps", "-eo", "args"]).text
            #expect(arguments.contains("acct ---serve-tokens") && !arguments.contains(waiting.secret))
            #expect(!waiting.child.error.contains(waiting.secret) && !waiting.child.error.contains("eyJ"))
        }
    }
}
