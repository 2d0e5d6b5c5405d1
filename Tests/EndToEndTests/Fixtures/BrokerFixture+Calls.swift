import Foundation
import Testing

/// A client of the broker through `dbus-send`, which shares no code with `acct`.
extension BrokerFixture {
    static let correlationID = "5f0e7c1a-2b3c-4d5e-8f60-718293a4b5c6"
    static let nativeClient = "https://login.microsoftonline.com/common/oauth2/nativeclient"
    private static let name = "com.microsoft.identity.broker1"

    /// The response of the broker; an error of D-Bus is thrown.
    struct Response {
        let text: String
        let json: [String: Any]

        /// The token response without its name; empty if there is none.
        var tokens: [String: Any] { json["brokerTokenResponse"] as? [String: Any] ?? [:] }

        /// The `error`, of a token response or of another one.
        var error: [String: Any] { (tokens["error"] ?? json["error"]) as? [String: Any] ?? [:] }

        /// The status of the error; nil for a success.
        var status: Int? { error["status"] as? Int }

        var context: String { error["context"] as? String ?? "" }

        /// The username of the account that the tokens are for.
        var username: String? { (tokens["account"] as? [String: Any])?["username"] as? String }
    }

    struct BusError: Error {
        let text: String
    }

    func startCall(
        _ method: String, _ request: String, correlationID: String = correlationID, version: String = "0.0"
    ) throws -> Child {
        try send("com.microsoft.identity.Broker1.\(method)", [version, correlationID, request])
    }

    /// Calls a method of any interface with strings.
    func send(_ member: String, _ arguments: [String] = [], path: String = "/com/microsoft/identity/broker1") throws
        -> Child
    {
        try sandbox.workspace.start(
            [
                try Tool.dbusSend.require(), "--bus=\(environment["DBUS_SESSION_BUS_ADDRESS"].flatMap(\.self) ?? "")",
                "--print-reply=literal", "--reply-timeout=30000", "--dest=\(Self.name)", path, member,
            ] + arguments.map { "string:\($0)" })
    }

    func call(
        _ method: String, _ request: [String: Any], correlationID: String = correlationID, version: String = "0.0"
    ) async throws -> Response {
        try await response(
            of: startCall(method, Self.text(request), correlationID: correlationID, version: version))
    }

    func response(of call: Child) async throws -> Response {
        let run = try await call.run()
        guard run.status == 0 else { throw BusError(text: run.error) }
        let text = run.text.trimmingCharacters(in: .whitespacesAndNewlines)
        let json = try? JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        return Response(text: text, json: json ?? [:])
    }

    static func text(_ json: [String: Any]) throws -> String {
        String(
            decoding: try JSONSerialization.data(withJSONObject: json, options: .withoutEscapingSlashes), as: UTF8.self)
    }
}

/// The requests that most tests make.
extension BrokerFixture {
    var clientID: String { sandbox.server.clientId }

    func accounts(clientID: String? = nil) async throws -> [[String: Any]] {
        let request = ["clientId": clientID ?? self.clientID, "redirectUri": Self.nativeClient]
        return try await call("getAccounts", request).json["accounts"] as? [[String: Any]] ?? []
    }

    func account() async throws -> [String: Any] { try #require(try await accounts().first) }

    /// The `authParameters`, with changed members, or, for NSNull, without them.
    func request(
        type: Int, account: [String: Any]?, changing changes: [String: Any] = [:]
    ) -> [String: Any] {
        var parameters: [String: Any] = [
            "authority": sandbox.server.authority, "authorizationType": type, "clientId": clientID,
            "redirectUri": Self.nativeClient, "requestedScopes": ["User.Read"], "uxContextHandle": -1,
            "additionalQueryParametersForAuthorization": [String: Any](),
        ]
        if let account { parameters.merge(["account": account, "username": account["username"] ?? ""]) { $1 } }
        return ["authParameters": parameters.merging(changes) { $1 }.filter { !($0.value is NSNull) }]
    }

    func acquireSilently(_ account: [String: Any], changing changes: [String: Any] = [:]) async throws -> Response {
        try await call("acquireTokenSilently", request(type: 1, account: account, changing: changes))
    }

    func acquireInteractively(_ account: [String: Any]?, changing changes: [String: Any] = [:]) async throws
        -> Response
    {
        try await call("acquireTokenInteractively", request(type: 6, account: account, changing: changes))
    }
}
