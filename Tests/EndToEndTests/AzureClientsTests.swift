import Foundation
import Testing

/// Microsoft's own programs under `acct exec`, against the sandbox.
@Suite struct AzureClientsTests {
    private struct Attempt: Decodable {
        let user, tenant, error: String?
        let seconds: Int?
    }

    private static let management = ["--scope", "https://management.azure.com/user_impersonation"]

    @Test(.needsMicrosoftPython) func credentialsOfTheSDKGetTokensOfTheProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", Self.management)
            try await sandbox.add("bob", as: "bob@contoso.example", Self.management)
            let run = try await exec(
                "bob", sandbox,
                MicrosoftPython.command(
                    "azure-clients.py", "tokens", "https://management.azure.com/.default", "contoso.example"))
            let attempts = try run.json([String: Attempt].self)
            #expect(attempts.count == 7, "\(run)")
            for (name, attempt) in attempts {
                #expect(attempt.user == "bob@contoso.example" && attempt.tenant == World.contoso, "\(name) \(run)")
                #expect((3000...3600).contains(attempt.seconds ?? 0), "\(name): \(attempt)")
            }
        }
    }

    @Test(.needsMicrosoftPython) func credentialsOfTheSDKShowWhatToRun() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", Self.management)
            try await sandbox.succeed("sign-out alice")
            let run = try await exec(
                "alice", sandbox,
                MicrosoftPython.command(
                    "azure-clients.py", "tokens", "https://management.azure.com/.default", "contoso.example"))
            for (name, attempt) in try run.json([String: Attempt].self) {
                #expect(attempt.error?.contains("acct sign-in alice") == true, "\(name): \(attempt)")
            }
        }
    }

    @Test(.needsMicrosoftPython) func graphSDKReadsTheUser() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.addAliceAndBob()
            let run = try await exec(
                "bob", sandbox, MicrosoftPython.command("azure-clients.py", "graph", sandbox.server.graph))
            #expect(try run.json([String: String].self) == ["displayName": "Bob O'Neil"])
        }
    }

    /// The Azure CLI sends tokens to https only, so the sandbox stands behind a proxy that ends TLS.
    @Test(.needsAzureCLI, .needs(.openssl, .socat)) func azureCLIActsAsTheProfile() async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", Self.management)
            let port = try #require(URLComponents(string: sandbox.server.graph)?.port.flatMap(UInt16.init(exactly:)))
            let proxy = try await TLSProxy(in: sandbox.workspace, forwardingTo: port)
            let script = try sandbox.workspace.file(
                "az.sh",
                """
                set -e
                mkdir -p "$AZURE_CONFIG_DIR"
                printf '[cloud]\\nname = Sandbox\\n[core]\\ncollect_telemetry = no\\n' >"$AZURE_CONFIG_DIR/config"
                cat >"$AZURE_CONFIG_DIR/clouds.config" <<END
                [Sandbox]
                endpoint_active_directory = \(sandbox.server.graph)
                endpoint_active_directory_resource_id = https://management.core.windows.net/
                endpoint_resource_manager = \(proxy.address)/
                END
                az group list --query '[].name' -o tsv
                az rest --url '\(proxy.address)/tenants?api-version=2022-12-01' \\
                    --resource https://management.core.windows.net/ --query 'value[].displayName' -o tsv
                az account show --query '[name, user.name]' -o tsv
                az account get-access-token --subscription 'contoso test' --query subscription -o tsv
                """)
            let tools = try URL(fileURLWithPath: #require(MicrosoftPython.azureCLI)).deletingLastPathComponent().path
            let run = try await exec(
                "alice", sandbox, ["/bin/sh", script],
                environment: [
                    "REQUESTS_CA_BUNDLE": proxy.authority,
                    "PATH": ([Products.folder, tools] + Tool.folders).joined(separator: ":"),
                ])
            await proxy.stop()
            #expect(
                run.text.split(separator: "\n") == [
                    "web", "data", "Contoso", "Contoso Production", "alice@contoso.example",
                    "5b0c0a11-7e3f-4a42-9b58-a1d2e3f40512",
                ], "\(run)")
            #expect(run.error == "acct: Signing the Azure CLI in as alice, once.\n")
        }
    }

    /// The command lines that hashicorp/go-azure-sdk runs for `use_cli`, where the Azure CLI is not installed.
    @Test func commandLinesOfTerraformAreAnswered() async throws {
        struct Token: Decodable { let accessToken, expiresOn, tenant, tokenType: String }
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", Self.management)
            let version = try await exec("alice", sandbox, ["az", "version", "-o=json"])
            #expect(version.text.contains(/"azure-cli": "2\.\d+\.\d+"/), "\(version)")
            let account = try await exec("alice", sandbox, ["az", "account", "show", "-o=json"])
            #expect(account.text.contains(#""tenantId": "\#(World.contoso)""#), "\(account)")
            let token = try await exec(
                "alice", sandbox,
                [
                    "az", "account", "get-access-token", "--scope", "https://management.azure.com/.default", "--tenant",
                    World.contoso, "-o=json",
                ]
            ).json(Token.self)
            #expect(token.tenant == World.contoso && token.tokenType == "Bearer")
        }
    }

    /// The command lines of SDKs that do not run here, from the folder in which they run them. The one for Java reads stderr
    /// with stdout.
    @Test(arguments: [
        ("Go", "az account get-access-token -o json --resource RESOURCE"),
        ("Go, in a tenant", "az account get-access-token -o json --resource RESOURCE --tenant TENANT"),
        (
            "Go, of a subscription",
            #"az account get-access-token -o json --resource RESOURCE --subscription "Contoso Test""#
        ),
        (".NET", "az account get-access-token --output json --resource RESOURCE"),
        ("Java", "az account get-access-token --output json --resource RESOURCE 2>&1"),
        ("JavaScript", "az account get-access-token --output json --resource RESOURCE --tenant TENANT"),
    ])
    func commandLinesOfSDKsAreAnswered(sdk: String, line: String) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add("alice", as: "alice@contoso.example", Self.management)
            let stored = #"{"subscriptions":[{"id":"5ab","name":"Contoso Test","tenantId":"\#(World.contoso)"}]}"#
            let script = """
                mkdir -p "$AZURE_CONFIG_DIR" && echo '\(stored)' >"$AZURE_CONFIG_DIR/azureProfile.json"
                cd /bin && \(line)
                """
                .replacing("RESOURCE", with: "https://management.azure.com").replacing("TENANT", with: World.contoso)
            let run = try await exec("alice", sandbox, ["/bin/sh", "-c", script])
            let token = try run.json(AzureShimTests.Token.self)
            #expect(token.expiresOn.wholeMatch(of: /\d{4}-\d\d-\d\d \d\d:\d\d:\d\d\.0{6}/) != nil, "\(sdk): \(run)")
            #expect(token.expires_on > Int(Date().timeIntervalSince1970) && run.error.isEmpty, "\(sdk): \(run)")
            #expect(
                token.subscription == (line.contains("tenant") ? nil : line.contains("sub") ? "5ab" : World.contoso))
        }
    }

    private func exec(
        _ profile: String, _ sandbox: Sandboxed, _ command: [String], environment: [String: String?] = [:]
    ) async throws -> Run {
        let run = try await sandbox.workspace.run(
            [Products.acct, "exec", "-p", profile, "--"] + command, environment: environment, within: .seconds(180))
        try #require(run.status == 0, "\(run)")
        return run
    }
}
