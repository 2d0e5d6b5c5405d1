import FoundationEssentials
import HTTPTransport

/// The secrets that a form sends to an issuer. Some servers repeat one in the text of their error, which is printed and
/// stored.
struct SentSecrets {
    private let secrets: [Secret]

    /// The length in bytes of the shortest secret that is redacted: a shorter one is a part of ordinary words.
    private static let shortest = 8

    private static let fieldNames: Set<String> = [
        "actor_token", "assertion", "client_assertion", "client_secret", "code", "code_verifier", "device_code",
        "password", "refresh_token", "subject_token", "token",
    ]

    /// - Parameter credential: That of the client, which `Authorization` has in an encoded form.
    init(
        fields: [(String, String)], proof: ClientAuthentication.Proof, credential: ApplicationCredential?,
        accessToken: Secret? = nil
    ) {
        let values = fields.filter { Self.fieldNames.contains($0.0) }.map { Secret($0.1) }
        let ofClient = proof.fields.filter { Self.fieldNames.contains($0.name) }.map(\.value)
        let header = proof.header?.expose().split(separator: " ").last.map { Secret(String($0)) }
        var secrets = values + ofClient + [header, accessToken].compactMap(\.self)
        if case .secret(let secret) = credential { secrets.append(secret) }
        self.secrets = secrets.filter { $0.expose().utf8.count >= Self.shortest }
    }

    /// The OAuth error in a response, without the secrets; nil for another response.
    func error(in response: HTTPResponse) -> OAuthError? {
        guard let error = try? JSONDecoder().decode(OAuthError.self, from: response.body) else { return nil }
        return OAuthError(
            code: redact(error.code), description: error.description.map(redact), suberror: error.suberror.map(redact),
            codes: error.codes, correlationID: error.correlationID.map(redact), traceID: error.traceID.map(redact),
            claims: error.claims.map(redact))
    }

    private func redact(_ text: String) -> String {
        // By bytes: an accent behind a secret makes another character of its end. The longest first, because a secret can
        // be a part of another.
        let forms = secrets.flatMap { secret in Self.forms(of: secret).map { (Array($0.utf8), secret.description) } }
            .sorted { $0.0.count > $1.0.count }
        let redacted = forms.reduce(Array(text.utf8)) { $0.replacing($1.0, with: $1.1.utf8) }
        return String(decoding: redacted, as: UTF8.self)
    }

    /// A secret as it is, percent-encoded with both cases of hexadecimal digits, and as in a JSON text within the text.
    private static func forms(of secret: Secret) -> [String] {
        let text = secret.expose()
        let encoded = PercentEncoding.encode(text)
        let lowercase = encoded.replacing(#/%[0-9A-F]{2}/#) { $0.output.lowercased() }
        return [text, encoded, lowercase, text.replacing("/", with: #"\/"#)]
    }
}
