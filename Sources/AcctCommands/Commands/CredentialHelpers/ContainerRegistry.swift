import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport

/// A registry of Azure Container Registry, which exchanges an access token for a refresh token of its own.
struct ContainerRegistry: CredentialServer, Equatable {
    /// The largest name of a registry that is read, in bytes.
    static let sizeLimit = 4096
    /// The resource of the access tokens.
    static let resource = "https://containerregistry.azure.net"

    /// The name as docker gave it.
    let typed: String
    /// In lower case; with the port, for an emulator.
    let host: String
    let isLoopback: Bool

    /// Reads `contoso.azurecr.io`, alone or as the host of a URL, and `localhost:PORT` for an emulator on this machine.
    ///
    /// - Returns: nil for any other registry.
    init?(_ input: Data) {
        let words = String(decoding: input, as: UTF8.self).split(whereSeparator: \.isWhitespace)
        guard input.count <= Self.sizeLimit, words.count == 1, input.allSatisfy({ $0 < 0x80 }) else { return nil }
        typed = String(words[0])
        let url = typed.lowercased()
        let scheme = ["https://", "http://"].first(where: url.hasPrefix)
        host = String(url.dropFirst(scheme?.count ?? 0).prefix { $0 != "/" })
        isLoopback = Self.isLoopback(host)
        guard isLoopback || Self.isRegistry(host) && scheme != "http://" else { return nil }
    }

    /// Whether the host is a single label in front of a domain of Azure Container Registry.
    private static func isRegistry(_ host: String) -> Bool {
        guard let domain = ["azurecr.io", "azurecr.cn", "azurecr.us"].first(where: { host.hasSuffix(".\($0)") }) else {
            return false
        }
        let label = host.utf8.dropLast(domain.utf8.count + 1)
        return (1...63).contains(label.count) && label.allSatisfy { $0.isASCIIAlphanumeric || $0 == UInt8(ascii: "-") }
    }

    private static func isLoopback(_ host: String) -> Bool {
        let parts = host.split(separator: ":", omittingEmptySubsequences: false)
        return parts.count == 2 && parts[0] == "localhost" && UInt16(port: parts[1]) != nil
    }

    /// The sign-in as the action that rules match.
    var action: Action {
        let reason = "a container registry takes accounts of an Entra tenant only"
        return Action(
            givesToken: true, unsupportedKinds: [.oidc: reason, .personal: reason],
            clouds: Cloud.clouds(ofHost: host), hosts: isLoopback ? [host, "localhost"] : [host],
            topic: "registry/\(host)")
    }

    /// A pattern of a rule for the registry.
    var rulePattern: String { "\(scheme)://\(host)/*" }

    /// Docker names the registry alone, and so a rule for all of it decides.
    func requireNoPossibleRule(for selection: Selection) throws(Failure) {
        guard selection.step != .rule, let rule = selection.possibleRule else { return }
        throw .unnamedImage(of: rulePattern, rule.pattern.text)
    }

    private var scheme: String { isLoopback ? "http" : "https" }

    /// Exchanges an access token for a refresh token of the registry.
    ///
    /// - Throws: `RegistryError`, and `HTTPError`.
    func refreshToken(for token: AuthenticationResult, http: any HTTPClient) async throws -> Secret {
        let response = try await http.send(exchange(token))
        switch response.status {
        case 200:
            guard let answer = try? JSONDecoder().decode(Exchanged.self, from: response.body),
                !answer.refreshToken.isEmpty, answer.refreshToken.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
            else { throw RegistryError.malformedResponse }
            return Secret(answer.refreshToken)
        case 400..<429, 430..<500:
            throw RegistryError.refused((try? JSONDecoder().decode(Refusal.self, from: response.body))?.message)
        default: throw RegistryError.unavailable(status: response.status)
        }
    }

    private func exchange(_ token: AuthenticationResult) -> HTTPRequest {
        var request = HTTPRequest(
            method: "POST", url: "\(scheme)://\(host)/oauth2/exchange",
            headers: HTTPHeaders([
                ("Accept", "application/json"), ("Content-Type", "application/x-www-form-urlencoded"),
            ]),
            body: .form([
                ("grant_type", "access_token"), ("service", host), ("tenant", token.tenantID),
                ("access_token", token.accessToken.expose()),
            ]))
        request.bodyLimit = 1 << 20
        return request
    }

    private struct Exchanged: Decodable {
        let refreshToken: String
        private enum CodingKeys: String, CodingKey { case refreshToken = "refresh_token" }
    }

    /// The errors of a registry (OCI Distribution Specification, "Error Codes").
    private struct Refusal: Decodable {
        struct Problem: Decodable { let message: String? }
        let errors: [Problem]
        var message: String? { errors.lazy.compactMap(\.message).first }
    }
}

/// The reasons why a registry gives no token.
enum RegistryError: Error, Equatable {
    /// - Parameter reason: the server's words, if there are any.
    case refused(_ reason: String?)
    case unavailable(status: Int)
    case malformedResponse
}
