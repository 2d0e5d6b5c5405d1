import Foundation
import Testing

@testable import AuthCore

/// PEM files as people have them, and what is said of those that will not do.
@Suite(.needsOpenSSL) struct ClientCertificateTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test func readsBothKeyFormatsBesideAChain() throws {
        _ = try folder.makeCertificate("issuer")
        _ = try folder.makeCertificate("app")
        try OpenSSL.run("rsa -in app.key -traditional -out app.pkcs1", in: folder)
        let own = try folder.read("app.crt")
        for key in ["app.key", "app.pkcs1"] {
            let file = try "Bag Attributes\n" + folder.read(key) + folder.read("issuer.crt") + own
            let certificate = try ClientCertificate(path: folder.write(file, to: "all.pem"), now: Date())
            #expect(certificate.certificate.der == PEMBlock.all(in: own).first?.bytes)
        }
    }

    @Test func checksTheValidity() throws {
        let path = try folder.makeCertificate(days: 30)
        let certificate = try ClientCertificate(path: path, now: Date()).certificate
        #expect(abs(certificate.notBefore.timeIntervalSinceNow) < 60)
        #expect(certificate.notAfter == certificate.notBefore + 30 * 86_400)
        #expect(problem(path, at: certificate.notAfter + 1) == .expired(certificate.notAfter))
        #expect(problem(path, at: certificate.notBefore - 1) == .notYetValid(certificate.notBefore))
    }

    /// Beyond 2049 the time has another form.
    @Test func readsGeneralizedTime() throws {
        let certificate = try ClientCertificate(path: folder.makeCertificate(days: 20_000), now: Date()).certificate
        #expect(certificate.notAfter == certificate.notBefore + 20_000 * 86_400)
    }

    @Test func namesTheProblem() throws {
        let whole = try folder.makeCertificate()
        let (certificate, key) = (try folder.read("app.crt"), try folder.read("app.key"))
        _ = try folder.makeCertificate("other")
        try OpenSSL.run("rsa -in app.key -aes128 -passout pass:x -out locked.key", in: folder)
        try OpenSSL.run("rsa -in app.key -aes128 -passout pass:x -traditional -out old.key", in: folder)
        let curve = try folder.makeCertificate("curve", key: "ec -pkeyopt ec_paramgen_curve:P-256")
        let short = try folder.makeCertificate("short", key: "rsa:1024")
        let files: [(String, CertificateProblem)] = [
            ("", .noKey), ("no PEM at all", .noKey), (certificate, .noKey), (key, .noCertificate),
            (certificate + (try folder.read("other.key")), .keyMismatch),
            (certificate + (try folder.read("locked.key")), .encryptedKey),
            (certificate + (try folder.read("old.key")), .encryptedKey),
            (key + "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", .file(.malformed)),
            (certificate + "-----BEGIN RSA PRIVATE KEY-----\nMIIB\n-----END RSA PRIVATE KEY-----\n", .unusableKey),
        ]
        for (text, expected) in files { #expect(try problem(folder.write(text, to: "x.pem")) == expected) }
        #expect(problem(curve) == .notRSA)
        #expect(problem(short) == .unusableKey)
        #expect(problem(folder.file("none")) == .file(.unreadable(code: ENOENT)))
        #expect(try problem(folder.write(String(repeating: "x", count: 1 << 20), to: "big")) == .file(.tooLarge))
        #expect(problem(whole) == nil)
    }

    /// Truncated and changed certificates are rejected without a crash.
    @Test func rejectsDamagedCertificates() throws {
        _ = try folder.makeCertificate()
        let bytes = try #require(PEMBlock.all(in: folder.read("app.crt")).first?.bytes)
        #expect(Certificate(der: bytes) != nil)
        for length in 0..<200 { #expect(Certificate(der: Array(bytes.prefix(length))) == nil) }
        for index in 0..<200 {
            var changed = bytes
            changed[index] ^= 0xFF
            _ = Certificate(der: changed)
        }
    }

    private func problem(_ path: String, at now: Date = Date()) -> CertificateProblem? {
        guard
            case .application(.certificate(path, let problem)) = failure({ () throws(AuthError) in
                try ClientCertificate(path: path, now: now)
            })
        else { return nil }
        return problem
    }
}
