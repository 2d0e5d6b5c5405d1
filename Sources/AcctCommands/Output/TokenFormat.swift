import AccountProfiles
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// A form in which an access token is printed for another program.
enum TokenFormat: String, CaseIterable, ExpressibleByArgument {
    /// The fields of `TokenFields`.
    case json
    /// The output of `az account get-access-token`.
    case az
    /// The ExecCredential of kubectl.
    case execCredential = "exec-credential"
    /// Assignments for a POSIX shell.
    case env
    /// A header of HTTP.
    case header

    /// - Parameter environment: holds the version that kubectl asks for.
    /// - Throws: `Failure` of kind `usage` for a version of ExecCredential that is not supported.
    func text(
        of token: AuthenticationResult, as profile: Profile, environment: Environment = .process
    ) throws -> String {
        switch self {
        case .json: try JSONText.of(TokenFields(token, profile), pretty: false)
        case .az: try AzureCLIToken(token, profile).text
        case .execCredential: try JSONText.of(ExecCredential(token, environment), pretty: false)
        case .env: Self.assignments(of: token)
        case .header: "Authorization: \(token.tokenType) \(token.accessToken.expose())"
        }
    }

    private static func assignments(of token: AuthenticationResult) -> String {
        """
        export ACCESS_TOKEN=\(token.accessToken.expose().inSingleQuotes)
        export ACCESS_TOKEN_EXPIRES_ON=\(String(token.expiresOnEpoch).inSingleQuotes)
        """
    }
}

/// The fields of a token that `acct token --json` prints.
struct TokenFields: CommandOutput {
    let accessToken, tokenType, tenantId, username, profile: String
    /// In seconds since 1970.
    let expiresOn: Int
    let scopes: [String]

    init(_ token: AuthenticationResult, _ selected: Profile) {
        accessToken = token.accessToken.expose()
        tokenType = token.tokenType
        tenantId = token.tenantID
        username = selected.username
        profile = selected.name.text
        expiresOn = token.expiresOnEpoch
        scopes = token.scopes.names
    }

    /// The bare token.
    func text(for terminal: Terminal) -> String { accessToken }
}

/// The JSON of `az account get-access-token`, which Azure SDKs read.
struct AzureCLIToken: Encodable {
    let accessToken, tokenType: String
    /// The profile's own tenant, or its name as the caller gave it.
    var tenant: String
    /// A profile has no subscription, so this field is left out, as `az` does with `--tenant`.
    var subscription: String?
    /// The local time, with six digits of a fraction. SDKs that read it assume the time zone of the machine.
    let expiresOn: String
    /// In seconds since 1970.
    let expiresOnEpoch: Int

    init(_ token: AuthenticationResult, _ profile: Profile) {
        accessToken = token.accessToken.expose()
        tenant = profile.tenantID
        tokenType = token.tokenType
        expiresOnEpoch = token.expiresOnEpoch
        let time = CalendarTime(local: expiresOnEpoch)
        expiresOn = "\(time.date) \(time.time).000000"
    }

    /// Two spaces a level and sorted keys, as `az` prints it.
    var text: String {
        get throws {
            String(decoding: IndentedJSON.of(Data(try JSONText.of(self, pretty: false).utf8)), as: UTF8.self)
        }
    }

    private enum CodingKeys: String, CodingKey {
        case accessToken, tenant, subscription, tokenType, expiresOn
        case expiresOnEpoch = "expires_on"
    }
}

extension AuthenticationResult {
    /// The end of the token's validity, in seconds since 1970.
    var expiresOnEpoch: Int { Int(expiresOn.timeIntervalSince1970) }
}
