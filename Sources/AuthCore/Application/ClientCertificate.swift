import CryptoExtras
import FoundationEssentials
import SwiftASN1

/// The certificate of an app with its private key, from one PEM file.
struct ClientCertificate {
    let path: String
    let certificate: Certificate
    let key: _RSA.Signing.PrivateKey

    /// The file may hold a chain in any order: the certificate is the one with the key's public key.
    init(path: String, now: Date) throws(AuthError) {
        self.path = path
        do throws(CertificateProblem) {
            let blocks = try PEMBlock.all(in: Self.read(path))
            key = try Self.key(in: blocks)
            certificate = try Self.certificate(in: blocks, of: key)
            if certificate.notAfter < now { throw .expired(certificate.notAfter) }
            if certificate.notBefore > now { throw .notYetValid(certificate.notBefore) }
        } catch {
            throw .application(.certificate(path: path, error))
        }
    }

    private static func read(_ path: String) throws(CertificateProblem) -> String {
        do throws(FileProblem) { return try CredentialFile.text(at: path) } catch { throw .file(error) }
    }

    private static func key(in blocks: [PEMBlock]) throws(CertificateProblem) -> _RSA.Signing.PrivateKey {
        guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else { throw .noKey }
        guard !block.isEncrypted else { throw .encryptedKey }
        guard block.label == "RSA PRIVATE KEY" || block.isPKCS8WithRSA else { throw .notRSA }
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: block.text) else { throw .unusableKey }
        return key
    }

    private static func certificate(
        in blocks: [PEMBlock], of key: _RSA.Signing.PrivateKey
    ) throws(CertificateProblem) -> Certificate {
        let blocks = blocks.filter { $0.label == "CERTIFICATE" }
        guard !blocks.isEmpty else { throw .noCertificate }
        let certificates = blocks.compactMap { Certificate(der: $0.bytes) }
        guard !certificates.isEmpty else { throw .file(.malformed) }
        let publicKey = Array(key.publicKey.derRepresentation)
        guard let own = certificates.first(where: { $0.publicKey == publicKey }) else { throw .keyMismatch }
        return own
    }
}

extension ApplicationCredential {
    /// Reads the file that the credential refers to, as the next request for a token would.
    ///
    /// - Returns: The end of a certificate's validity; nil for other credentials.
    /// - Throws: ``AuthError/application(_:)``.
    public func checkFile(at now: Date) throws(AuthError) -> Date? {
        switch self {
        case .secret, .managedIdentity: return nil
        case .certificate(let path): return try ClientCertificate(path: path, now: now).certificate.notAfter
        case .federatedTokenFile(let path):
            _ = try FederatedTokenFile(path: path).token()
            return nil
        }
    }
}

/// The public key and the validity of an X.509 certificate (RFC 5280 section 4.1).
struct Certificate {
    let der: [UInt8]
    /// `SubjectPublicKeyInfo`, in DER.
    let publicKey: [UInt8]
    let notBefore: Date
    let notAfter: Date

    /// Nil for bytes that are not a certificate.
    init?(der: [UInt8]) {
        guard let parts = try? DER.parse(der).elements, let fields = parts.first?.elements else { return nil }
        // A certificate of version 1 has no version field, which is tagged [0].
        let version = ASN1Identifier(tagWithNumber: 0, tagClass: .contextSpecific)
        let named = Array(fields.drop { $0.identifier == version }.prefix(6))
        // serialNumber, signature, issuer, validity, subject, subjectPublicKeyInfo.
        guard named.count == 6, named[0].identifier == .integer,
            named[1...].allSatisfy({ $0.identifier == .sequence }), let validity = named[3].elements,
            let notBefore = validity.first.flatMap(Self.date),
            let notAfter = validity.dropFirst().first.flatMap(Self.date)
        else { return nil }
        self.der = der
        self.publicKey = Array(named[5].encodedBytes)
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// RFC 5280 section 4.1.2.5: UTCTime for the years 1950 to 2049, else GeneralizedTime; both in GMT.
    private static func date(_ node: ASN1Node) -> Date? {
        var components = DateComponents(calendar: Calendar(identifier: .gregorian), timeZone: .gmt)
        if let time = try? UTCTime(derEncoded: node) {
            (components.year, components.month, components.day) = (time.year, time.month, time.day)
            (components.hour, components.minute, components.second) = (time.hours, time.minutes, time.seconds)
        } else if let time = try? GeneralizedTime(derEncoded: node) {
            (components.year, components.month, components.day) = (time.year, time.month, time.day)
            (components.hour, components.minute, components.second) = (time.hours, time.minutes, time.seconds)
        } else {
            return nil
        }
        return components.date
    }
}

extension ASN1Node {
    /// The elements of a SEQUENCE; nil for any other node.
    var elements: [ASN1Node]? {
        guard identifier == .sequence, case .constructed(let nodes) = content else { return nil }
        return Array(nodes)
    }
}
