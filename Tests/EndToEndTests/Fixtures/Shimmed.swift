import Foundation
import Testing

/// The profile `dana`, signed in at the sandbox, with `az` and `azd` as links to `acct` and the environment that
/// `acct exec` gives to programs. Real tools are scripts of the test.
struct Shimmed {
    let sandbox: Sandboxed
    let environment: [String: String?]
    private let links: String
    private let tools: String

    static func run(test: (Shimmed) async throws -> Void) async throws {
        try await Sandboxed.run { sandbox in
            try await sandbox.add(
                "dana", as: "dana@contoso.example", ["--scope", "https://management.azure.com/user_impersonation"])
            try await test(try Shimmed(sandbox))
        }
    }

    private init(_ sandbox: Sandboxed) throws {
        self.sandbox = sandbox
        let workspace = sandbox.workspace
        links = "\(workspace.folder)/acct/shims"
        tools = try workspace.folder("tools")
        try FileManager.default.createDirectory(atPath: links, withIntermediateDirectories: true)
        for name in ["az", "azd"] {
            try FileManager.default.createSymbolicLink(
                atPath: "\(links)/\(name)", withDestinationPath: Products.acct)
        }
        environment = [
            "ACCT_EXEC": "dana", "AZURE_CONFIG_DIR": try workspace.folder("azure"),
            "IDENTITY_ENDPOINT": "http://127.0.0.1:1/msi/token", "IDENTITY_HEADER": "secret",
            "PATH": "\(links):\(tools):\(Tool.folders.joined(separator: ":"))",
        ]
    }

    func path(_ shim: String) -> String { "\(links)/\(shim)" }

    /// Runs a shim from the folder in which SDKs run it.
    func run(_ line: String, _ changes: [String: String?] = [:]) async throws -> Run {
        let words = line.split(separator: " ").map(String.init)
        return try await sandbox.workspace.run(
            ["/bin/sh", "-c", "cd /bin && exec \"$@\"", "sh", path(words[0])] + words.dropFirst(),
            environment: environment.merging(changes) { $1 })
    }

    /// Puts a shell script on PATH, as the real tool.
    func install(_ name: String, _ lines: String) throws {
        let path = try sandbox.workspace.file("home/tools/\(name)", "#!/bin/sh\n\(lines)\n")
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    }

    /// Stores a subscription as the Azure CLI does after a sign-in.
    func storeSubscription() throws {
        let json = #"""
            {"subscriptions":[{"id":"5ab","name":"Stored","tenantId":"\#(World.contoso)","state":"Enabled",
            "isDefault":true,"environmentName":"AzureCloud",
            "user":{"name":"systemAssignedIdentity","type":"servicePrincipal"}}]}
            """#
        _ = try sandbox.workspace.file("home/azure/azureProfile.json", "\u{FEFF}" + json)
    }

    /// The lines that a script has written to `~/lines`.
    func lines() throws -> [String] {
        try String(contentsOfFile: "\(sandbox.workspace.home)/lines", encoding: .utf8).split(separator: "\n")
            .map(String.init)
    }

    /// The names of the subscriptions that Azure Resource Manager lists for a token.
    func subscriptionNames(_ token: String) async throws -> [String] {
        struct Page: Decodable {
            struct Subscription: Decodable { let displayName: String }
            let value: [Subscription]
        }
        let reply = try await LoopbackHTTP().send(
            "GET", "\(sandbox.server.graph)/subscriptions?api-version=2022-12-01",
            headers: ["Authorization": "Bearer \(token)"])
        try #require(reply.status == 200, "\(reply.text)")
        return try JSONDecoder().decode(Page.self, from: reply.body).value.map(\.displayName)
    }
}
