/// An error response of the broker.
struct BrokerFailure: Error {
    /// The numbers as brokers send them.
    enum Status: Int {
        case unexpected = 0
        case interactionRequired = 2
        case noNetwork = 3
        case networkTemporarilyUnavailable = 4
        case serverTemporarilyUnavailable = 5
        case contractViolation = 6
        case userCancelled = 7
        case applicationCancelled = 8
        case incorrectConfiguration = 9
        case accountUnusable = 13
        case accountNotFound = 16
    }

    let status: Status
    /// The message; that of the identity platform starts with the AADSTS number.
    let context: String
    /// The OAuth error code of the identity platform.
    var oauthError: String?
    var suberror: String?
    /// The claims challenge of the identity platform, as JSON text.
    var claims: String?

    init(_ status: Status, _ context: String) {
        self.status = status
        self.context = context
    }

    static func contract(_ problem: String) -> BrokerFailure { BrokerFailure(.contractViolation, problem) }

    /// The `error` object of a response.
    var json: JSON {
        var diagnostics: JSON = ["exception_type": .string("com.microsoft.identity.common.java.exception.\(exception)")]
        diagnostics["raw_error_code"] = oauthError.map { .string($0) }
        diagnostics["oauth2_sub_error_code"] = suberror.map { .string($0) }
        diagnostics["claims"] = claims.map { .string($0) }
        return [
            "context": .string(context), "diagnostics": diagnostics, "errorCode": 0,
            "status": .integer(status.rawValue),
            "subStatus": 0, "tag": 0,
        ]
    }

    private var exception: String {
        switch status {
        case .interactionRequired: "UiRequiredException"
        case .userCancelled, .applicationCancelled: "UserCancelException"
        case .contractViolation: "ArgumentException"
        case .unexpected, .noNetwork, .networkTemporarilyUnavailable, .accountNotFound: "ClientException"
        case .serverTemporarilyUnavailable, .incorrectConfiguration, .accountUnusable: "ServiceException"
        }
    }
}

/// Errors of the identity platform.
extension BrokerFailure {
    /// An OAuth error response (RFC 6749 §4.1.2.1, §5.2).
    init(oauthError: String, description: String, suberror: String?, claims: String? = nil) {
        let code = Self.code(in: description)
        self.init(Self.status(of: oauthError, code: code, suberror: suberror), description)
        self.oauthError = oauthError
        self.suberror = suberror
        self.claims = claims
    }

    /// A visit of the pages that failed.
    init(_ error: BrowsingError) {
        switch error {
        case .unreachable(_, let reason) where reason.contains("ended before"):
            self.init(.networkTemporarilyUnavailable, error.description)
        case .unreachable: self.init(.noNetwork, error.description)
        case .errorPage(let message):
            self.init(oauthError: Self.oauthError(Self.code(in: message)), description: message, suberror: nil)
        case .noSuchAccount: self.init(.accountNotFound, error.description)
        case .notLoopback: self.init(.incorrectConfiguration, error.description)
        default: self.init(.unexpected, error.description)
        }
    }

    /// The number of `AADSTS50011: …`.
    private static func code(in description: String) -> Int? {
        description.firstMatch(of: /AADSTS(\d+)/).flatMap { Int($0.1) }
    }

    /// The OAuth error code of an error that is a page, which does not show it.
    private static func oauthError(_ code: Int?) -> String {
        switch code {
        case 50057: "invalid_grant"
        case 53000: "interaction_required"
        case 90094: "access_denied"
        case 700016: "unauthorized_client"
        default: "invalid_request"
        }
    }

    private static func status(of oauthError: String, code: Int?, suberror: String?) -> Status {
        if code == 50057 { return .accountUnusable }
        return switch oauthError {
        case "access_denied": suberror == "cancel" ? .userCancelled : .interactionRequired
        case "invalid_grant", "interaction_required", "login_required", "consent_required": .interactionRequired
        case "temporarily_unavailable", "server_error": .serverTemporarilyUnavailable
        case "invalid_request", "invalid_client", "unauthorized_client", "invalid_scope", "invalid_resource",
            "invalid_tenant":
            .incorrectConfiguration
        default: .unexpected
        }
    }
}
