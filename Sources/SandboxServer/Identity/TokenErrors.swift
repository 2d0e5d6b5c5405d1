import NIOHTTP1

/// Errors of the token endpoint and the device authorization endpoint.
extension EntraError {
    static let notAForm = EntraError(
        "invalid_request", aadsts: 900144,
        "The request must be a POST with a body of application/x-www-form-urlencoded.")

    static let malformed = EntraError("invalid_request", aadsts: 9002313, "The request is malformed or invalid.")

    static func unsupportedGrant(_ type: String) -> EntraError {
        EntraError("unsupported_grant_type", aadsts: 70003, "The grant type '\(type)' is not supported.")
    }

    static let publicClientSentSecret = EntraError(
        "invalid_client", aadsts: 700025, "A public client must not send a 'client_secret' or a 'client_assertion'."
    ).with(status: .unauthorized)

    static let secretMissing = EntraError(
        "invalid_client", aadsts: 7000218,
        "A confidential client has to send its 'client_secret' or a 'client_assertion'."
    ).with(status: .unauthorized)

    static let secretExpired = EntraError("invalid_client", aadsts: 7000222, "The client secret has expired.")

    static let secretWrong = EntraError("invalid_client", aadsts: 7000215, "The client secret is wrong.")
        .with(status: .unauthorized)

    static let tenantNeeded = EntraError(
        "invalid_request", aadsts: 9001023,
        "This grant type is not supported on the common, organizations or consumers path.")

    static let notDefaultScope = EntraError(
        "invalid_scope", aadsts: 1_002_012,
        "The scope of a client credentials request must be one resource with /.default.")

    static func unknownResource(_ identifier: String) -> EntraError {
        EntraError("invalid_resource", aadsts: 500011, "No resource is called '\(identifier)' in this tenant.")
    }

    static func unknownScope(_ name: String, resource: APIResource, application: AppRegistration) -> EntraError {
        EntraError(
            "invalid_client", aadsts: 650053,
            "The application '\(application.name)' wants the scope '\(name)', which is not among those of the resource "
                + "'\(resource.appID)'.")
    }

    static let workScopeForPersonalAccount = EntraError(
        "invalid_scope", aadsts: 70011, "A requested scope is not valid for a personal Microsoft account.")

    static let severalResources = EntraError(
        "invalid_request", aadsts: 28000, "The scope names more than one resource; a token is for one resource only.")

    static let badCode = EntraError("invalid_grant", aadsts: 9002313, "The authorization code is malformed or unknown.")

    static let codeExpired = EntraError("invalid_grant", aadsts: 70008, "The authorization code has expired.")

    static let codeAlreadyRedeemed = EntraError(
        "invalid_grant", aadsts: 54005,
        "The authorization code has been redeemed before; a new sign-in gives a new one.")

    static let codeOfOtherClient = EntraError(
        "invalid_grant", aadsts: 70000, "The authorization code was not issued to this client.")

    static let codeOfOtherTenant = EntraError(
        "invalid_grant", aadsts: 700005,
        "The authorization code came from another authority and has to be redeemed there.")

    static let otherRedirectURI = EntraError(
        "invalid_grant", aadsts: 50011, "The redirect URI is not the one the authorization code was issued for.")

    static let verifierMissing = EntraError("invalid_grant", aadsts: 50148, "The request holds no code_verifier.")

    static let verifierMismatch = EntraError(
        "invalid_grant", aadsts: 501481,
        "The code_verifier does not match the code_challenge of the authorization request.")

    static let badRefreshToken = EntraError(
        "invalid_grant", aadsts: 9002313, "The refresh token is malformed or invalid.", suberror: "bad_token")

    static let refreshTokenRevoked = EntraError(
        "invalid_grant", aadsts: 50173, "The grant behind this refresh token has been revoked.", suberror: "bad_token")

    static let refreshTokenOfOtherClient = EntraError(
        "invalid_grant", aadsts: 700007, "The refresh token was issued to another client.", suberror: "client_mismatch")

    static let refreshTokenOfOtherService = EntraError(
        "invalid_grant", aadsts: 90088, "The refresh token was not issued by this service.", suberror: "bad_token")

    static func notOffered(_ resource: APIResource) -> EntraError {
        EntraError("invalid_resource", aadsts: 90117, "Tokens for \(resource.name) are not issued here.")
    }

    static let consentMissing = EntraError(
        "invalid_grant", aadsts: 65001, "Nobody has consented to what this application asks for.",
        suberror: "consent_required")

    static let authorizationPending = EntraError(
        "authorization_pending", aadsts: 70016, "Nobody has approved this device code yet; keep polling.")

    static let slowDown = EntraError(
        "slow_down", aadsts: 70016, "This device polls too often; wait longer from now on.")

    static let deviceCodeExpired = EntraError("expired_token", aadsts: 70019, "The device code has expired.")

    static let deviceCodeDeclined = EntraError(
        "authorization_declined", aadsts: 70015, "The person declined the request.")

    static let badDeviceCode = EntraError("bad_verification_code", aadsts: 70018, "The device code is not known here.")

    func with(status: HTTPResponseStatus) -> EntraError {
        var copy = self
        copy.status = status
        return copy
    }
}
