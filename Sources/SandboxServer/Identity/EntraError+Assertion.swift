import NIOHTTP1

/// Refusals of a client that proves itself with an assertion instead of a secret.
extension EntraError {
    static let secretAndAssertion = EntraError(
        "invalid_request", 90023, "A request holds a 'client_secret' or a 'client_assertion', not both.")

    static let wrongAssertionType = EntraError(
        "invalid_request", 90023,
        "The client_assertion_type must be 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer'.")

    static let malformedAssertion = EntraError(
        "invalid_client", 50027, "The client assertion is not a JSON Web Token in its compact form."
    ).with(status: .unauthorized)

    static func unknownCertificate(_ thumbprint: String?) -> EntraError {
        EntraError(
            "invalid_client", 700027,
            "The certificate with identifier '\(thumbprint ?? "")' used to sign the client assertion is not registered "
                + "on the application."
        ).with(status: .unauthorized)
    }

    static let assertionSignatureWrong = EntraError(
        "invalid_client", 700027, "The client assertion failed signature validation with the key that it names."
    ).with(status: .unauthorized)

    static let unknownFederation = EntraError(
        "invalid_client", 700_213, "No federated identity record matches the presented assertion."
    ).with(status: .unauthorized)

    static let assertionOfOtherClient = EntraError(
        "invalid_client", 700021, "The application in the client assertion is not that of the 'client_id'."
    ).with(status: .unauthorized)

    static func assertionForOtherAudience(_ wanted: String) -> EntraError {
        EntraError("invalid_client", 700023, "The audience of the client assertion must be '\(wanted)'.")
            .with(status: .unauthorized)
    }

    static let assertionNotInTime = EntraError(
        "invalid_client", 700024, "The client assertion is not within its valid time range."
    ).with(status: .unauthorized)

    static let assertionReplayed = EntraError(
        "invalid_client", 50013, "The client assertion has no 'jti', or one that was used before."
    ).with(status: .unauthorized)
}
