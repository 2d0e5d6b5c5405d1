import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// The methods by which a client authenticates, chosen by what its issuer publishes.
@Suite struct ClientAuthenticationTests {
    private static let url = "https://idp.example/token"
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func publicClientNamesItself() throws {
        let proof = try proof(nil, methods: ["client_secret_basic"])
        #expect(proof.form == ["client_id": "client 1"] && proof.header == nil)
    }

    @Test(arguments: [
        (Authority.Kind.oidc, nil, true), (.oidc, ["client_secret_basic"], true),
        (.oidc, ["client_secret_post", "client_secret_basic"], true), (.oidc, ["none", "client_secret_post"], false),
        // Entra lists the header too, and is documented with the form.
        (.entra, nil, false), (.entra, ["client_secret_basic"], false), (.adfs, nil, false), (.b2c, nil, false),
    ])
    func secretGoesWhereTheIssuerTakesIt(kind: Authority.Kind, methods: [String]?, inHeader: Bool) throws {
        let proof = try proof(.secret(Secret("a:b c+%")), kind: kind, methods: methods)
        if inHeader {
            let pair = Data("client%201:a%3Ab%20c%2B%25".utf8).base64EncodedString()
            #expect(proof.header == Secret("Basic \(pair)") && proof.form.isEmpty)
        } else {
            #expect(proof.form == ["client_id": "client 1", "client_secret": "a:b c+%"] && proof.header == nil)
        }
    }

    @Test(
        .needsOpenSSL,
        arguments: [
            (nil, nil, "RS256"), (["private_key_jwt"], nil, "RS256"),
            (["none", "private_key_jwt"], ["ES256", "PS256", "RS256"], "RS256"),
            (["private_key_jwt"], ["ES256", "PS256"], "PS256"),
        ] as [([String]?, [String]?, String)])
    func certificateSignsAsTheIssuerAccepts(methods: [String]?, algorithms: [String]?, signature: String) throws {
        let path = try folder.makeCertificate()
        let proof = try proof(.certificate(path: path), methods: methods, algorithms: algorithms)
        #expect(proof.form["client_id"] == "client 1" && proof.header == nil)
        #expect(proof.form["client_assertion_type"] == "urn:ietf:params:oauth:client-assertion-type:jwt-bearer")
        let parts = try #require(proof.form["client_assertion"]).split(separator: ".").map(String.init)
        struct Header: Decodable { let alg: String }
        struct Claims: Decodable { let aud, iss, sub: String }
        #expect(try JSONDecoder().decode(Header.self, from: try #require(Data(base64URL: parts[0]))).alg == signature)
        let claims = try JSONDecoder().decode(Claims.self, from: try #require(Data(base64URL: parts[1])))
        #expect(claims.aud == Self.url && claims.iss == "client 1" && claims.sub == "client 1")
    }

    @Test(
        arguments: [
            (ApplicationCredential.secret(Secret("s")), ["private_key_jwt", "client_secret_jwt"], nil),
            (.secret(Secret("s")), ["none"], nil), (.secret(Secret("s")), [], nil),
            (.certificate(path: "/nowhere"), ["client_secret_basic"], nil),
            (.certificate(path: "/nowhere"), ["private_key_jwt"], ["ES256"]),
        ] as [(ApplicationCredential, [String], [String]?)])
    func credentialThatTheIssuerDoesNotTakeIsNotSent(
        credential: ApplicationCredential, methods: [String], algorithms: [String]?
    ) async throws {
        let error = await failure { () async throws(AuthError) in
            try proof(credential, methods: methods, algorithms: algorithms)
        }
        guard case .application(.credentialUnsupported(credential, let supported)) = error else {
            throw Unexpected(error)
        }
        #expect(supported == ClientAuthenticationMethods(names: methods, signingAlgorithms: algorithms))
    }

    private func proof(
        _ credential: ApplicationCredential?, kind: Authority.Kind = .oidc, methods: [String]?,
        algorithms: [String]? = nil
    ) throws(AuthError) -> ClientAuthentication.Proof {
        let path = [.adfs: "/adfs", .b2c: "/tfp/contoso.com/b2c_1_x"][kind] ?? "/contoso.com"
        return try ClientAuthentication(
            clientID: "client 1", authority: Authority(kind: kind, url: "https://idp.example\(path)"),
            credential: credential, clock: .system
        ).proof(
            at: AuthenticatedEndpoint(
                url: "https://idp.example/other",
                methods: ClientAuthenticationMethods(names: methods, signingAlgorithms: algorithms), audience: Self.url)
        )
    }
}

extension ClientAuthentication.Proof {
    fileprivate var form: [String: String] {
        Dictionary(fields.map { ($0.name, $0.value.expose()) }) { _, last in last }
    }
}

extension ClientAuthentication {
    /// A public client.
    static func contoso(_ authority: Authority? = nil, clock: WallClock = .system) -> ClientAuthentication {
        guard let authority = authority ?? (try? Contoso.authority()) else { preconditionFailure("a valid authority") }
        return ClientAuthentication(clientID: Contoso.clientID, authority: authority, clock: clock)
    }
}
