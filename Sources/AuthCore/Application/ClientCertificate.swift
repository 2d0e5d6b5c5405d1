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
        guard let own = certificates.first(where: { $0.publicKey == publicKey }) else { throw .keyOfAnother }
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
