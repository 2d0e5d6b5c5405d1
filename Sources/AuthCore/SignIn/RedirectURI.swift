import HTTPTransport

/// The redirect URI of an app registration, at which the browser ends a sign-in (RFC 6749 section 3.1.2).
public struct RedirectURI: Hashable, Sendable {
    /// The URI as it is registered. Without a port for any free one.
    public let text: String
    /// The part of a URI that this machine can serve; nil for any other, whose address the user copies.
    let loopback: Loopback?

    /// `http` on a loopback host (RFC 8252 section 7.3).
    struct Loopback: Hashable, Sendable {
        /// `localhost`, `127.0.0.1` or `[::1]`, as it was written.
        let host: String
        /// 0 for any free port.
        let port: Int
        /// The path and the query; may be empty.
        let target: String

        /// The URI with the port that is listened on.
        func uri(port: Int) -> String { "http://\(host)\(port == 0 ? "" : ":\(port)")\(target)" }

        /// The path of a request for this URI, without the query.
        var path: String {
            let path = target.prefix { $0 != "?" }
            return path.isEmpty ? "/" : String(path)
        }

        /// The addresses to listen on. A browser may resolve `localhost` to either.
        var addresses: [String] {
            switch host.lowercased() {
            case "127.0.0.1": ["127.0.0.1"]
            case "[::1]": ["::1"]
            default: ["127.0.0.1", "::1"]
            }
        }
    }

    /// `http://localhost` with any free port and without a path.
    public static let localhost = localhost(port: 0)

    public static func localhost(port: UInt16) -> RedirectURI {
        RedirectURI(Loopback(host: "localhost", port: Int(port), target: ""))
    }

    private init(_ loopback: Loopback) { self.init(loopback, text: loopback.uri(port: loopback.port)) }

    private init(_ loopback: Loopback?, text: String) {
        self.loopback = loopback
        self.text = text
    }

    /// - Parameter text: an absolute URI without a fragment. The port 0 means any free one.
    /// - Throws: ``RedirectURIProblem``
    public init(_ text: String) throws(RedirectURIProblem) {
        guard !text.contains("#") else { throw .fragment }
        guard ServerText.isPlainURI(text), let scheme = Self.scheme(of: text) else { throw .notAURI }
        if scheme == "http" {
            self.init(try Self.loopback(text.dropFirst("http:".count)))
        } else {
            self.init(nil, text: text)
        }
    }

    /// Whether this machine can listen at the URI. Otherwise the user copies the address at which the browser ends.
    public var isLoopback: Bool { loopback != nil }

    /// Whether the URI names its port.
    public var hasFixedPort: Bool { loopback.map { $0.port != 0 } ?? true }

    /// In lower case; nil for a text that is no absolute URI (RFC 3986 section 4.3).
    private static func scheme(of text: String) -> String? {
        guard let colon = text.firstIndex(of: ":"), text[text.index(after: colon)...].isEmpty == false,
            text.first?.isLetter == true
        else { return nil }
        let scheme = text[..<colon]
        return scheme.allSatisfy { $0.isLetter || $0.isNumber || "+-.".contains($0) } ? scheme.lowercased() : nil
    }

    /// - Parameter rest: the URI after its scheme, in ASCII.
    private static func loopback(_ rest: Substring) throws(RedirectURIProblem) -> Loopback {
        guard rest.hasPrefix("//") else { throw .notAURI }
        let afterSlashes = rest.dropFirst(2)
        let authority = afterSlashes.prefix { $0 != "/" && $0 != "?" }
        let target = afterSlashes.dropFirst(authority.count)
        guard let host = hosts.first(where: { authority.lowercased().hasPrefix($0) }) else { throw .notThisMachine }
        let afterHost = authority.dropFirst(host.count)
        guard afterHost.isEmpty || afterHost.first == ":" else { throw .notThisMachine }
        let digits = afterHost.dropFirst()
        guard digits.allSatisfy(\.isNumber), let port = digits.isEmpty ? 0 : UInt16(digits) else { throw .port }
        // A browser removes these segments, and would then ask for another path.
        let segments = target.prefix { $0 != "?" }.split(separator: "/")
        guard !segments.contains("."), !segments.contains("..") else { throw .notAURI }
        return Loopback(host: String(authority.prefix(host.count)), port: Int(port), target: String(target))
    }

    private static let hosts = ["localhost", "127.0.0.1", "[::1]"]
}

/// The reasons why a text is not a redirect URI.
public enum RedirectURIProblem: Error, Hashable, Sendable {
    /// No absolute URI in printable ASCII.
    case notAURI
    /// RFC 6749 section 3.1.2: "The endpoint URI MUST NOT include a fragment component."
    case fragment
    /// Plain http, and a host that is not `localhost`, `127.0.0.1` or `[::1]`.
    case notThisMachine
    case port
}

extension PublicClientApplication {
    /// Asks the Microsoft identity platform whether the registration of this client has a redirect URI.
    ///
    /// The request shows no page and has no session (OpenID Connect Core 1.0 section 3.1.2.1, `prompt=none`). Its error goes
    /// to the redirect URI, if that is registered, and nowhere else (RFC 6749 section 4.1.2.1).
    ///
    /// - Parameter tenantID: The tenant in whose name the platform is asked.
    /// - Returns: Nil where the response does not tell.
    public func isRegistered(redirectURI: String, inTenant tenantID: String) async throws(AuthError) -> Bool? {
        let endpoint = try await discovery.fetchConfiguration(of: authority.with(tenant: tenantID))
            .authorizationEndpoint
        let parameters = [
            ("client_id", clientID), ("response_type", "code"), ("redirect_uri", redirectURI), ("scope", "openid"),
            ("prompt", "none"), ("state", RandomToken.make()), ("code_challenge", PKCE().challenge),
            ("code_challenge_method", "S256"),
        ]
        let request = HTTPRequest(
            url: "\(endpoint)\(endpoint.contains("?") ? "&" : "?")\(QueryString.make(parameters))")
        let response: HTTPResponse
        do { response = try await http.send(request) } catch { throw .network(error) }
        if let location = response.headers["Location"], (300..<400).contains(response.status) {
            return location.hasPrefix(redirectURI) ? true : nil
        }
        return String(decoding: response.body, as: UTF8.self).contains("AADSTS50011") ? false : nil
    }
}
