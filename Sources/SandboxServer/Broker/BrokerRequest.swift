import FoundationEssentials

/// The methods of the broker's interface.
enum BrokerMethod: String, CaseIterable {
    case acquireTokenInteractively
    case acquireTokenSilently
    case getAccounts
    case removeAccount
    case cancelInteractiveFlow
    case getLinuxBrokerVersion
    case acquirePrtSsoCookie
    case generateSignedHttpRequest

    var isTokenRequest: Bool { self == .acquireTokenInteractively || self == .acquireTokenSilently }
}

/// A call with valid protocol version, correlation id and JSON.
struct BrokerRequest {
    let method: BrokerMethod
    /// A GUID in lower case.
    let correlationID: String
    /// An object.
    let body: JSON

    /// - Parameter arguments: protocol version, correlation id, request.
    /// - Throws: `BrokerFailure` with the status of a contract violation.
    init(_ method: BrokerMethod, arguments: [String]) throws(BrokerFailure) {
        guard arguments[0] == "0.0" else { throw .contract("The protocol version must be 0.0, not \(arguments[0]).") }
        guard let correlation = RandomID.normalizedGUID(arguments[1]) else {
            throw .contract("The correlation id must be a GUID.")
        }
        guard let body = JSON(parsing: Array(arguments[2].utf8)), body.members != nil else {
            throw .contract("The request must be a JSON object.")
        }
        self.method = method
        correlationID = correlation
        self.body = body
    }

    func text(_ name: String) throws(BrokerFailure) -> String { try body.required(name, \.string) }

    /// `clientId`, in lower case.
    func client() throws(BrokerFailure) -> String { try body.client() }
}

/// The `authParameters` of a token request.
struct BrokerTokenRequest {
    /// The `account` as received. Nil only in an interactive request that names no account.
    let account: JSON?
    let authority: String
    let client: String
    let redirectURI: String
    let scopes: [String]
    let claims: String?
    let accessTokenToRenew: String?
    let prompt: String?
    /// The account that the window proposes.
    let username: String?
    let correlationID: String
    let extraQuery: [(name: String, value: String)]

    private static let prompts = ["select_account", "login", "consent"]

    init(_ request: BrokerRequest) throws(BrokerFailure) {
        let isSilent = request.method == .acquireTokenSilently
        let parameters = try request.body.required("authParameters") { $0.members == nil ? nil : $0 }
        let type = try parameters.required("authorizationType", \.integer)
        guard type == (isSilent ? 1 : 6) else { throw .contract("authorizationType \(type) is not of this method.") }
        account = try parameters.optional("account") { $0.members == nil ? nil : $0 }
        authority = try parameters.required("authority", \.string)
        client = try parameters.client()
        redirectURI = try parameters.required("redirectUri", \.string)
        scopes = try parameters.required("requestedScopes", \.texts)
        claims = try parameters.optional("decodedClaims", \.string)
        accessTokenToRenew = try parameters.optional("accessTokenToRenew", \.string)
        prompt = try parameters.optional("prompt", \.string)
        username = try parameters.optional("username", \.string)
        correlationID = request.correlationID
        let query = try parameters.required("additionalQueryParametersForAuthorization", \.members)
        extraQuery = query.map { ($0.name, $0.value.string ?? $0.value.text) }
        _ = try parameters.required("uxContextHandle", \.integer)
        guard !scopes.isEmpty else { throw .contract("requestedScopes is empty.") }
        guard account == nil || username == account?["username"]?.string else {
            throw .contract("username is not that of the account.")
        }
        guard account != nil || !isSilent else { throw .contract("account is missing.") }
        guard prompt.map(Self.prompts.contains) ?? true, prompt == nil || !isSilent else {
            throw .contract("prompt is not valid here.")
        }
    }
}

extension JSON {
    /// The strings of an array of strings; nil for any other value.
    fileprivate var texts: [String]? {
        guard let array else { return nil }
        let texts = array.compactMap(\.string)
        return texts.count == array.count ? texts : nil
    }

    fileprivate func client() throws(BrokerFailure) -> String {
        try required("clientId") { $0.string.flatMap(RandomID.normalizedGUID) }
    }

    func required<Value>(_ name: String, _ value: (JSON) -> Value?) throws(BrokerFailure) -> Value {
        guard let value = try optional(name, value) else { throw .contract("\(name) is missing.") }
        return value
    }

    fileprivate func optional<Value>(_ name: String, _ value: (JSON) -> Value?) throws(BrokerFailure) -> Value? {
        guard let member = self[name] else { return nil }
        guard let value = value(member) else { throw .contract("\(name) has the wrong type.") }
        return value
    }
}
