import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// Requests to each kind of identity service, as documented, and its responses.
@Suite struct ManagedIdentityTests {
    private let cache = InMemoryTokenCache()
    private let clock = TestClock(1_586_900_000)
    private static let id = "5e29463d-71da-4fe0-8e69-999b57db23b0"
    private static let answer = #"{"access_token":"AT","expires_on":"1586984735","token_type":"Bearer"}"#
    private static let group = "/subscriptions/s/resourcegroups/g/providers/x/userAssignedIdentities/i"

    /// An environment, an identity, and the URL and header of the request that follow from them.
    struct Machine: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let environment: [String: String]
        var identity = ""
        let url: String
        var header = ("Metadata", "true")
        var secret: String?

        private static let resource = "resource=https%3A%2F%2Fvault.azure.net"
        private static let imds =
            "http://169.254.169.254/metadata/identity/oauth2/token?api-version=2018-02-01&\(resource)"
        private static let app = "http://127.0.0.1:41741/MSI/token"
        private static let appURL = "\(app)?api-version=2019-08-01&\(resource)"
        private static let appEnvironment = ["IDENTITY_ENDPOINT": app, "IDENTITY_HEADER": "853b9a84"]

        static let all = [
            Machine(
                testDescription: "App Service", environment: appEnvironment, url: appURL,
                header: ("X-IDENTITY-HEADER", ""),
                secret: "853b9a84"),
            Machine(
                testDescription: "App Service, assigned", environment: appEnvironment, identity: id,
                url: appURL + "&client_id=\(id)"),
            Machine(
                testDescription: "App Service, object", environment: appEnvironment, identity: "object:\(id)",
                url: appURL + "&object_id=\(id)"),
            Machine(
                testDescription: "App Service, resource", environment: appEnvironment, identity: group,
                url: appURL + "&mi_res_id=\(group.replacing("/", with: "%2F"))"),
            Machine(
                testDescription: "Machine Learning",
                environment: ["MSI_ENDPOINT": "http://localhost:1/msi", "MSI_SECRET": "s"],
                identity: id, url: "http://localhost:1/msi?api-version=2017-09-01&\(resource)&clientid=\(id)",
                header: ("secret", ""), secret: "s"),
            Machine(
                testDescription: "Cloud Shell", environment: ["MSI_ENDPOINT": "http://localhost:50342/oauth2/token"],
                url: "http://localhost:50342/oauth2/token"),
            Machine(
                testDescription: "Arc",
                environment: [
                    "IDENTITY_ENDPOINT": "http://localhost:40342/t", "IMDS_ENDPOINT": "http://localhost:40342",
                ],
                url: "http://localhost:40342/t?api-version=2020-06-01&\(resource)"),
            Machine(testDescription: "a virtual machine", environment: [:], url: imds),
            Machine(
                testDescription: "empty variables", environment: ["IDENTITY_ENDPOINT": "", "MSI_ENDPOINT": ""],
                url: imds),
            Machine(
                testDescription: "a virtual machine, assigned", environment: [:], identity: id,
                url: imds + "&client_id=\(id)"),
            Machine(
                testDescription: "a virtual machine, resource", environment: [:], identity: group,
                url: imds + "&msi_res_id=\(group.replacing("/", with: "%2F"))"),
            Machine(
                testDescription: "a cluster", environment: ["AZURE_POD_IDENTITY_AUTHORITY_HOST": "http://localhost:2/"],
                url: imds.replacing("169.254.169.254", with: "localhost:2")),
        ]
    }

    @Test(arguments: Machine.all) func sendsTheDocumentedRequest(machine: Machine) async throws {
        let server = ScriptedHTTP([.json(Self.answer)])
        let identity = try #require(ManagedIdentityID(machine.identity))
        let result = try await app(server, identity, machine.environment).acquireTokenForClient(
            scopes: ["https://vault.azure.net/.default"])
        #expect(result.accessToken == Secret("AT"))
        let request = try #require(server.requests.first)
        #expect(request.url == machine.url && request.allowsPrivateAddress && request.redirects == .refuse)
        if let secret = machine.secret {
            #expect(
                request.headers.fields.contains { $0.name == machine.header.0 && $0.value == .secret(Secret(secret)) })
        } else if machine.header.0 == "Metadata", !machine.url.contains("MSI/token") {
            #expect(request.headers["Metadata"] == "true")
        }
        let isShell = machine.testDescription == "Cloud Shell"
        #expect(request.method == (isShell ? "POST" : "GET"))
        if isShell { #expect(request.form["resource"] == "https://vault.azure.net") }
    }

    @Test func preservesTheResource() async throws {
        let server = ScriptedHTTP([.json(Self.answer)])
        _ = try await app(server).acquireTokenForClient(scopes: ["https://management.core.windows.net//.default"])
        #expect(server.requests.first?.url.contains("resource=https%3A%2F%2Fmanagement.core.windows.net%2F") == true)
    }

    /// In any case, and of the authority's Graph where the scope names no resource.
    @Test(arguments: [
        ("https://vault.azure.net/.Default", "https%3A%2F%2Fvault.azure.net"),
        (".default", "https%3A%2F%2Fgraph.microsoft.com"), (".DEFAULT", "https%3A%2F%2Fgraph.microsoft.com"),
    ])
    func namesTheResourceOfEachDefaultScope(scope: String, resource: String) async throws {
        let server = ScriptedHTTP([.json(Self.answer)])
        _ = try await app(server).acquireTokenForClient(scopes: [scope])
        #expect(server.requests.first?.url.hasSuffix("&resource=\(resource)") == true)
    }

    @Test(arguments: [
        (#""expires_on":"1586984735""#, 1_586_984_735), (#""expires_on":1586984735"#, 1_586_984_735),
        (#""expires_on":"04/15/2020 21:05:35 +00:00""#, 1_586_984_735),
        (#""expires_on":"4/15/2020 9:05:35 PM +00:00""#, 1_586_984_735), (#""expires_in":"3599""#, 1_586_903_599),
        (#""expires_on":"1586984735","expires_in":"0""#, 1_586_984_735),
        (#""expires_on":"soon""#, nil), (#""x":1"#, nil),
    ])
    func readsEveryFormOfExpiry(member: String, end: Double?) async throws {
        let app = app(ScriptedHTTP([.json(#"{"access_token":"AT",\#(member)}"#)]))
        guard let end else {
            let found = await problem { try await app.signIn(scopes: ["r/.default"]) }
            #expect(
                found == .managedIdentity(.malformedResponse(status: 200), source: "Azure's instance metadata service"))
            return
        }
        let token = try await app.signIn(scopes: ["r/.default"]).accessToken
        #expect(token?.expiresOn == Date(timeIntervalSince1970: end))
        let isLong = end - 1_586_900_000 > 7200
        #expect(token?.refreshOn?.timeIntervalSince1970 == (isLong ? (end + 1_586_900_000) / 2 : nil))
    }

    /// A service that caches tokens may give one that is over, and a clock that is ahead makes all look so.
    @Test(arguments: [#""expires_on":"1586899999""#, #""expires_on":1586900000"#, #""expires_in":"0""#])
    func tokenThatIsOverIsNotUsed(member: String) async throws {
        let app = app(ScriptedHTTP([.json(#"{"access_token":"AT",\#(member)}"#)]))
        let found = await problem { try await app.signIn(scopes: ["r/.default"]) }
        guard case .managedIdentity(.expiredToken(let end), _) = found else { throw Unexpected(found) }
        #expect(end <= Date(timeIntervalSince1970: 1_586_900_000))
    }

    @Test func cachesUnderTheIdentity() async throws {
        let server = ScriptedHTTP([.json(Self.answer)])
        let app = app(server)
        _ = try await app.acquireTokenForClient(scopes: ["r/.default"])
        let again = try await app.acquireTokenForClient(scopes: ["r/.default"])
        #expect(again.source == .cache && again.tenantID == "managed_identity")
        #expect(app.account.homeAccountID == "app:system-assigned.managed_identity")
        #expect(server.requests.count == 1)
    }

    @Test(arguments: [
        (404, [1.0, 2, 4]), (429, [1, 2, 4]), (503, [1, 2, 4]), (410, Array(repeating: 10, count: 7)), (400, []),
    ])
    func retriesAsDocumented(status: Int, waits: [Double]) async throws {
        let server = ScriptedHTTP(Array(repeating: .json("{}", status: status), count: waits.count + 1))
        await #expect(throws: AuthError.self) { try await app(server).signIn(scopes: ["r/.default"]) }
        #expect(clock.waits == waits)
        server.expectAllUsed()
    }

    @Test func usesAServiceThatRecovers() async throws {
        let server = ScriptedHTTP([
            .json("", status: 410), .json("", status: 429, headers: ["Retry-After": "9"]), .json(Self.answer),
        ])
        _ = try await app(server).signIn(scopes: ["r/.default"])
        #expect(clock.waits == [10, 9])
    }

    @Test(arguments: [
        #"{"error":"invalid_request","error_description":"Identity not found"}"#,
        #"{"statusCode":400,"message":"Identity not found"}"#,
        #"{"error":{"code":"x","message":"Identity not found"}}"#,
    ])
    func readsEveryFormOfErrorResponse(body: String) async throws {
        let app = app(ScriptedHTTP([.json(body, status: 400)]))
        #expect(
            await problem { try await app.signIn(scopes: ["r/.default"]) }
                == .managedIdentity(
                    .refused(status: 400, message: "Identity not found"), source: "Azure's instance metadata service"))
    }

    @Test func unreachableServiceIsItsOwnError() async throws {
        let app = app(ScriptedHTTP([.offline]))
        let error = HTTPError.cannotResolve(host: "login.example")
        #expect(
            await problem { try await app.signIn(scopes: ["r/.default"]) }
                == .managedIdentity(.unreachable(error), source: "Azure's instance metadata service"))
    }

    @Test func serviceFabricIsUnsupported() async throws {
        let environment = [
            "IDENTITY_ENDPOINT": "https://localhost:2377/t", "IDENTITY_HEADER": "h", "IDENTITY_SERVER_THUMBPRINT": "AB",
        ]
        let app = app(ScriptedHTTP(), .system, environment)
        #expect(
            await problem { try await app.signIn(scopes: ["r/.default"]) }
                == .managedIdentity(.unsupportedSource, source: "Service Fabric"))
    }

    @Test(arguments: [
        ["MSI_ENDPOINT": "http://localhost:1"], ["IDENTITY_ENDPOINT": "http://localhost:1", "IMDS_ENDPOINT": "x"],
    ])
    func servicesWithOneIdentityRejectOthers(environment: [String: String]) async throws {
        let app = app(ScriptedHTTP(), .client(Self.id), environment)
        guard
            case .managedIdentity(.unsupportedIdentity(.client(Self.id)), _) = await problem({
                try await app.signIn(scopes: ["r/.default"])
            })
        else {
            Issue.record("not refused")
            return
        }
    }

    @Test(arguments: [
        ("", ManagedIdentityID.system), (id.uppercased(), .client(id)), ("object:\(id)", .object(id)),
        (group, .resource(group)), ("ci", nil), ("object:ci", nil),
    ])
    func parsesIdentities(text: String, identity: ManagedIdentityID?) {
        #expect(ManagedIdentityID(text) == identity)
        if let identity { #expect(ManagedIdentityID(identity.text) == identity) }
    }

    private func app(
        _ http: ScriptedHTTP, _ identity: ManagedIdentityID = .system, _ environment: [String: String] = [:]
    ) -> ConfidentialClientApplication {
        do {
            return ConfidentialClientApplication(
                clientID: identity.clientID, authority: try Contoso.authority("common"),
                credential: .managedIdentity(identity), cache: cache, http: http, environment: Environment(environment),
                clock: clock.wallClock)
        } catch {
            preconditionFailure("\(error)")
        }
    }
}
