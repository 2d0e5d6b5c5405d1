import NIOHTTP1

/// An error of the identity platform: the OAuth error code, and the AADSTS number that identifies the cause.
struct EntraError: Error {
    let error: String
    let code: Int
    let message: String
    var suberror: String?
    var status: HTTPResponseStatus = .badRequest

    init(_ error: String, aadsts code: Int, _ message: String, suberror: String? = nil) {
        self.error = error
        self.code = code
        self.message = message
        self.suberror = suberror
    }

    /// `AADSTS70011: …`, as on pages and at the start of `error_description`.
    var description: String { "AADSTS\(code): \(message)" }
}

/// The identifiers that Entra adds to every error so that support can find it in the logs.
struct ErrorTrace {
    let trace: String
    let correlation: String
    let time: Timestamp

    /// The correlation id is the request's `client-request-id` if that is a GUID.
    init(request: HTTPServerRequest, clock: SandboxClock) {
        let sent = request.header("client-request-id") ?? request.query["client-request-id"]
        trace = RandomID.guid()
        correlation = sent.flatMap(RandomID.normalizedGUID) ?? RandomID.guid()
        time = Timestamp(clock.seconds)
    }

    /// The `error_description`, in the format of the product.
    func description(of error: EntraError, product: IdentityProduct = .entra) -> String {
        switch product {
        case .entra: break
        case .federation: return "MSIS9604: \(error.message)"
        case .userFlow:
            return "AADB2C\(error.userFlowCode): \(error.message)\r\nCorrelation ID: \(correlation)\r\n"
                + "Timestamp: \(time.entra)\r\n"
        }
        let lines = ["Trace ID: \(trace)", "Correlation ID: \(correlation)", "Timestamp: \(time.entra)"]
        return ([error.description] + lines).joined(separator: "\r\n")
    }

    func response(for error: EntraError, base: String) -> HTTPServerResponse {
        var body: JSON = [
            "error": .string(error.error), "error_description": .string(description(of: error)),
            "error_codes": [.integer(error.code)], "timestamp": .string(time.entra), "trace_id": .string(trace),
            "correlation_id": .string(correlation), "error_uri": .string("\(base)/error?code=\(error.code)"),
        ]
        body["suberror"] = error.suberror.map { .string($0) }
        return HTTPServerResponse.json(body, status: error.status).uncached()
    }
}

/// Errors of the authorization endpoint and its pages.
extension EntraError {
    static func unknownTenant(_ name: String) -> EntraError {
        EntraError(
            "invalid_tenant", aadsts: 90002,
            "There is no tenant '\(name)' here; its name or the cloud may be another.")
    }

    static func missing(_ parameter: String) -> EntraError {
        EntraError("invalid_request", aadsts: 900144, "The request must contain the parameter '\(parameter)'.")
    }

    static func unknownApplication(_ id: String) -> EntraError {
        EntraError(
            "unauthorized_client", aadsts: 700016, "No application is registered with the identifier '\(id)'.")
    }

    static func redirectMismatch(_ uri: String, application: AppRegistration) -> EntraError {
        EntraError(
            "invalid_request", aadsts: 50011,
            "The redirect URI '\(uri)' does not match those registered for the application '\(application.id)'.")
    }

    static let unknownResponseMode = EntraError(
        "invalid_request", aadsts: 90023, "The value of 'response_mode' must be query, fragment or form_post.")

    static func unsupportedResponseType(_ type: String) -> EntraError {
        EntraError(
            "unsupported_response_type", aadsts: 700051, "response_type '\(type)' is not enabled for the application.")
    }

    static let missingChallenge = EntraError(
        "invalid_request", aadsts: 9002325, "A public client has to use Proof Key for Code Exchange.")

    static let unsupportedChallengeMethod = EntraError(
        "invalid_request", aadsts: 501491, "The code_challenge must be made with the method S256.")

    static let badChallengeSize = EntraError(
        "invalid_request", aadsts: 50147, "The code_challenge has not the size of S256.")

    static let noSession = EntraError("login_required", aadsts: 50058, "Nobody is signed in in this browser.")

    static let severalSessions = EntraError(
        "interaction_required", aadsts: 16000, "Several accounts are signed in and the request does not choose one.")

    static let consentNeeded = EntraError(
        "consent_required", aadsts: 65001, "Nobody has consented to what this application asks for.")

    static let cancelled = EntraError("access_denied", aadsts: 50199, "The sign-in was cancelled.", suberror: "cancel")

    static let consentDeclined = EntraError(
        "access_denied", aadsts: 65004, "The user declined to consent to access the app.", suberror: "cancel")

    static let approvalNeeded = EntraError(
        "access_denied", aadsts: 90094, "An administrator has to grant the permissions this application asks for.")

    static let accountDisabled = EntraError("invalid_grant", aadsts: 50057, "The user account is disabled.")

    static func notInTenant(_ username: String) -> EntraError {
        EntraError("invalid_grant", aadsts: 50020, "User account '\(username)' does not exist in this tenant.")
    }

    static let pageExpired = EntraError(
        "invalid_request", aadsts: 50089, "This page is no longer valid. Start the sign-in again.")

    static func invalidInstance(_ host: String) -> EntraError {
        EntraError("invalid_instance", aadsts: 50049, "Unknown or invalid instance '\(host)'.")
    }
}
