import FoundationEssentials
import HTTPTransport
import SwiftASN1

/// An object of a PEM file (RFC 7468). Text may stand between the objects.
struct PEMBlock {
    let label: String
    /// The object in DER; empty where the block is encrypted.
    let bytes: [UInt8]
    let isEncrypted: Bool
    /// The lines of the block, from BEGIN to END.
    let text: String

    static func all(in file: String) -> [PEMBlock] {
        var blocks: [PEMBlock] = []
        var lines: [Substring]?
        for line in file.split(whereSeparator: \.isNewline) {
            if line.hasPrefix("-----BEGIN ") { lines = [] }
            lines?.append(line)
            guard line.hasPrefix("-----END "), let whole = lines else { continue }
            blocks += PEMBlock(whole).map { [$0] } ?? []
            lines = nil
        }
        return blocks
    }

    /// - Parameter lines: From BEGIN to END.
    private init?(_ lines: [Substring]) {
        guard let first = lines.first?.trimmingASCIIWhitespace(), first.hasSuffix("-----"), lines.count >= 2 else {
            return nil
        }
        label = String(first.dropFirst("-----BEGIN ".count).dropLast(5))
        let body = lines.dropFirst().dropLast()
        // OpenSSL marks keys that it encrypted in its older form with the headers of RFC 1421.
        isEncrypted = label == "ENCRYPTED PRIVATE KEY" || body.contains { $0.hasPrefix("Proc-Type:") }
        let base64 = body.map { $0.trimmingASCIIWhitespace() }.joined()
        guard let data = isEncrypted ? Data() : Data(base64Encoded: base64) else { return nil }
        bytes = Array(data)
        text = lines.joined(separator: "\n") + "\n"
    }

    /// Whether the block is an RSA key in the form of PKCS #8 (RFC 5208 section 5): a version, then the algorithm, which
    /// begins with its object identifier.
    var isPKCS8WithRSA: Bool {
        guard label == "PRIVATE KEY", let info = try? DER.parse(bytes).elements, info.count >= 2,
            info[0].identifier == .integer, let algorithm = info[1].elements?.first
        else { return false }
        return (try? ASN1ObjectIdentifier(derEncoded: algorithm)) == .AlgorithmIdentifier.rsaEncryption
    }
}
