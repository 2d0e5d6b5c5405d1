extension EntraError {
    /// The number Azure AD B2C documents for the same refusal, as far as it has one of its own.
    var userFlowCode: Int {
        switch self.code {
        case EntraError.cancelled.code, EntraError.consentDeclined.code: 90091
        case EntraError.badRefreshToken.code, EntraError.refreshTokenRevoked.code, EntraError.codeExpired.code: 90080
        case 90_000..<91_000: code
        default: 90085
        }
    }
}
