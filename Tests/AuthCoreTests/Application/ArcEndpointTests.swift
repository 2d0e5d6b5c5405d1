import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// The challenge of Arc's agent, which is a way to have any file of the machine read if it is not checked.
@Suite struct ArcEndpointTests {
    private let folder: TemporaryFolder
    private let url = "http://localhost:40342/t"

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("the key\n", to: "a.key")
        try folder.write("not a key", to: "a.txt")
        try folder.write(String(repeating: "k", count: 4097), to: "big.key")
    }

    @Test func answersTheChallengeWithTheKey() async throws {
        let server = ScriptedHTTP([
            challenge("Basic realm=\(folder.path)/a.key"), .json(#"{"access_token":"AT","expires_in":3600}"#),
        ])
        let token = try await identity(server).accessToken(for: ["https://vault.azure.net/.default"], claims: nil)
        #expect(token.secret == Secret("AT"))
        #expect(server.requests.count == 2 && server.requests[0].url == server.requests[1].url)
        #expect(!server.requests[0].headers.contains("Authorization"))
        #expect(
            server.requests[1].headers.fields.contains {
                $0.name == "Authorization" && $0.value == .secret(Secret("Basic the key"))
            })
    }

    @Test(arguments: [
        "Basic realm=/etc/passwd", "Basic realm=/etc/x.key", "Basic realm=FOLDER/a.txt", "Basic realm=FOLDER/../a.key",
        "Basic realm=FOLDER/sub/a.key", "Basic realm=FOLDER//a.key", "Basic realm=a.key", "Basic realm=",
        "Bearer realm=FOLDER/a.key", "", "Basic realm=FOLDER/big.key",
    ])
    func readsNoOtherFile(header: String) async throws {
        let server = ScriptedHTTP([challenge(header.replacing("FOLDER", with: folder.path))])
        let identity = identity(server)
        guard
            case .managedIdentity(.untrustedKeyFile, "Azure Arc") = await problem({
                try await identity.accessToken(for: ["r/.default"], claims: nil)
            })
        else {
            Issue.record("not refused")
            return
        }
        #expect(server.requests.count == 1)
    }

    @Test func unreadableKeyIsItsOwnError() async throws {
        let path = folder.file("gone.key")
        let identity = identity(ScriptedHTTP([challenge("Basic realm=\(path)")]))
        #expect(
            await problem { try await identity.accessToken(for: ["r/.default"], claims: nil) }
                == .managedIdentity(.unreadableKeyFile(path), source: "Azure Arc"))
    }

    private func challenge(_ header: String) -> ScriptedHTTP.Reply {
        .json("", status: 401, headers: header.isEmpty ? [:] : ["WWW-Authenticate": header])
    }

    private func identity(_ http: ScriptedHTTP) -> ManagedIdentity {
        ManagedIdentity(
            identity: .system, resource: "r", endpoint: ArcEndpoint(url: url, keyFolder: folder.path), http: http,
            clock: TestClock().wallClock)
    }
}
