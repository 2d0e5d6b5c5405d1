import CryptoExtras
import Foundation

/// The certificate of an app with its private key, as one PEM file holds them.
struct ClientCertificate {
    let path: String
    let certificate: Certificate
    let key: _RSA.Signing.PrivateKey

    /// The file may hold a chain in any order: the certificate is the one that the key belongs to.
    init(path: String, now: Date) throws(AuthError) {
        self.path = path
        do throws(CertificateProblem) {
            let blocks = try PEMBlock.all(in: ClientCertificate.read(path))
            key = try ClientCertificate.key(among: blocks)
            certificate = try ClientCertificate.certificate(among: blocks, of: key)
            if certificate.notAfter < now { throw .expired(certificate.notAfter) }
            if certificate.notBefore > now { throw .notYetValid(certificate.notBefore) }
        } catch {
            throw .application(.certificate(path: path, error))
        }
    }

    private static func read(_ path: String) throws(CertificateProblem) -> String {
        do throws(FileProblem) { return try SmallFile.text(at: path) } catch { throw .file(error) }
    }

    private static func key(among blocks: [PEMBlock]) throws(CertificateProblem) -> _RSA.Signing.PrivateKey {
        guard let block = blocks.first(where: { $0.label.hasSuffix("PRIVATE KEY") }) else { throw .noKey }
        guard !block.isEncrypted else { throw .encryptedKey }
        guard block.label == "RSA PRIVATE KEY" || block.isRSAInPKCS8 else { throw .notRSA }
        guard let key = try? _RSA.Signing.PrivateKey(pemRepresentation: block.text) else { throw .unusableKey }
        return key
    }

    private static func certificate(
        among blocks: [PEMBlock], of key: _RSA.Signing.PrivateKey
    ) throws(CertificateProblem) -> Certificate {
        let found = blocks.filter { $0.label == "CERTIFICATE" }
        guard !found.isEmpty else { throw .noCertificate }
        let certificates = found.compactMap { Certificate(der: $0.bytes) }
        guard !certificates.isEmpty else { throw .file(.malformed) }
        let publicKey = Array(key.publicKey.derRepresentation)
        guard let own = certificates.first(where: { $0.publicKey == publicKey }) else { throw .keyMismatch }
        return own
    }
}

extension CertificateProblem: Error {}

extension PEMBlock {
    /// RFC 5208 section 5: a version, then the algorithm, which begins with its object identifier.
    fileprivate var isRSAInPKCS8: Bool {
        var document = DERReader(bytes[...])
        guard label == "PRIVATE KEY", var info = document.next(.sequence)?.reader, info.next(.integer) != nil,
            var algorithm = info.next(.sequence)?.reader
        else { return false }
        return algorithm.next(.objectIdentifier)?.content.elementsEqual(PEMBlock.rsaEncryption) ?? false
    }

    /// 1.2.840.113549.1.1.1, RFC 8017 appendix C.
    private static let rsaEncryption: [UInt8] = [0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
}

/// The parts of an X.509 certificate that its owner has to know: the key it is for, and until when it is good.
struct Certificate {
    let der: [UInt8]
    /// `SubjectPublicKeyInfo`, in DER.
    let publicKey: [UInt8]
    let notBefore: Date
    let notAfter: Date

    /// RFC 5280 section 4.1; nil when it is not one.
    init?(der: [UInt8]) {
        var document = DERReader(der[...])
        guard var whole = document.next(.sequence)?.reader, var fields = whole.next(.sequence)?.reader else {
            return nil
        }
        _ = fields.next(.version)
        // serialNumber, signature, issuer; then validity, subject, subjectPublicKeyInfo.
        guard fields.next(.integer) != nil, fields.next(.sequence) != nil, fields.next(.sequence) != nil,
            var validity = fields.next(.sequence)?.reader, fields.next(.sequence) != nil,
            let publicKey = fields.next(.sequence), let notBefore = validity.next().flatMap(Certificate.time),
            let notAfter = validity.next().flatMap(Certificate.time)
        else { return nil }
        self.der = der
        self.publicKey = Array(publicKey.encoded)
        self.notBefore = notBefore
        self.notAfter = notAfter
    }

    /// RFC 5280 section 4.1.2.5: always in GMT and with seconds; years of two digits are those from 1950 to 2049.
    private static func time(_ element: DERReader.Element) -> Date? {
        let text = String(decoding: element.content, as: UTF8.self)
        let isShort = element.tag == DERReader.Tag.utcTime.rawValue
        guard isShort || element.tag == DERReader.Tag.generalizedTime.rawValue, text.hasSuffix("Z") else { return nil }
        let digits = text.dropLast().utf8.map { Int($0) - 48 }
        guard digits.count == (isShort ? 12 : 14), digits.allSatisfy((0...9).contains) else { return nil }
        let pairs = stride(from: 0, to: digits.count, by: 2).map { digits[$0] * 10 + digits[$0 + 1] }
        let year = isShort ? (pairs[0] < 50 ? 2000 : 1900) + pairs[0] : pairs[0] * 100 + pairs[1]
        let rest = pairs.suffix(5).map { $0 }
        return DateComponents(
            calendar: Calendar(identifier: .gregorian), timeZone: .gmt, year: year, month: rest[0], day: rest[1],
            hour: rest[2], minute: rest[3], second: rest[4]
        ).date
    }
}
