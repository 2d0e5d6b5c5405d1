import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

/// The assertion that a certificate signs, with openssl as the judge.
@Suite(.needsOpenSSL) struct ClientAssertionTests {
    private let folder: TemporaryFolder
    private let path: String
    private let id = UUID()

    init() throws {
        folder = try TemporaryFolder()
        path = try folder.makeCertificate()
    }

    @Test func hasTheHeaderAndClaimsForEntra() throws {
        let now = Date()
        let parts = try parts(of: assertion(.ps256, now: now))
        #expect(
            try object(parts[0]) == [
                "alg": "PS256", "typ": "JWT", "x5t#S256": try thumbprint("sha256"),
            ])
        let time = Int(now.timeIntervalSince1970)
        #expect(
            try object(parts[1]) == [
                "aud": "https://login.example/token", "iss": "client-1", "sub": "client-1",
                "jti": id.uuidString.lowercased(), "nbf": "\(time)", "iat": "\(time)", "exp": "\(time + 600)",
            ])
    }

    @Test func isSignedWithPSSForEntra() throws {
        try expectVerified(
            assertion(.ps256), "-sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32 -sigopt rsa_mgf1_md:sha256")
    }

    @Test func isSignedWithPKCS1ForADFS() throws {
        let assertion = try assertion(.rs256WithSHA1Thumbprint)
        #expect(
            try object(parts(of: assertion)[0]) == ["alg": "RS256", "typ": "JWT", "x5t": try thumbprint("sha1")])
        try expectVerified(assertion, "-sigopt rsa_padding_mode:pkcs1")
    }

    @Test func hasANewIDEachTime() throws {
        let certificate = try ClientCertificate(path: path, now: Date())
        let tokens = try (0..<2).map { _ in
            try ClientAssertion(clientID: "c", audience: "a", now: Date()).signed(with: certificate, .ps256)
        }
        #expect(try object(parts(of: tokens[0])[1])["jti"] != object(parts(of: tokens[1])[1])["jti"])
    }

    private func assertion(_ signature: ClientAssertion.Signature, now: Date = Date()) throws -> Secret {
        let certificate = try ClientCertificate(path: path, now: Date())
        return try ClientAssertion(
            clientID: "client-1", audience: "https://login.example/token", now: now, id: id
        ).signed(with: certificate, signature)
    }

    private func parts(of token: Secret) throws -> [String] {
        let parts = token.expose().split(separator: ".").map(String.init)
        try #require(parts.count == 3)
        return parts
    }

    /// The members of a part, as text.
    private func object(_ part: String) throws -> [String: String] {
        let data = try #require(Data(base64URL: part))
        let members = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
        return members.mapValues { "\($0)" }
    }

    /// Of the certificate's DER, as RFC 7515 writes it.
    private func thumbprint(_ algorithm: String) throws -> String {
        try OpenSSL.run("x509 -in app.crt -outform DER -out app.der", in: folder)
        return try OpenSSL.run("dgst -\(algorithm) -binary app.der", in: folder).base64URL
    }

    private func expectVerified(_ token: Secret, _ options: String) throws {
        let parts = try parts(of: token)
        try folder.write("\(parts[0]).\(parts[1])", to: "signed")
        try #require(Data(base64URL: parts[2])).write(to: URL(fileURLWithPath: folder.file("signature")))
        try OpenSSL.run("x509 -in app.crt -noout -pubkey -out app.pub", in: folder)
        let verdict = try OpenSSL.run(
            "dgst -sha256 -verify app.pub \(options) -signature signature signed", in: folder)
        #expect(String(decoding: verdict, as: UTF8.self).contains("Verified OK"))
    }
}
