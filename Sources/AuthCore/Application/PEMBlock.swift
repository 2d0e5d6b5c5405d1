import Foundation

/// One object of a PEM file (RFC 7468), which may hold text between them.
struct PEMBlock {
    let label: String
    /// Empty where the block is encrypted.
    let bytes: [UInt8]
    let isEncrypted: Bool
    /// The block by itself, as it stands in the file.
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

    /// - Parameter lines: from BEGIN to END.
    private init?(_ lines: [Substring]) {
        guard let first = lines.first?.trimmingCharacters(in: .whitespaces), first.hasSuffix("-----"),
            lines.count >= 2
        else { return nil }
        label = String(first.dropFirst("-----BEGIN ".count).dropLast(5))
        let body = lines.dropFirst().dropLast()
        // RFC 1421's headers, with which OpenSSL marks what it has encrypted in its older form.
        isEncrypted = label == "ENCRYPTED PRIVATE KEY" || body.contains { $0.hasPrefix("Proc-Type:") }
        let base64 = body.map { $0.trimmingCharacters(in: .whitespaces) }.joined()
        guard let data = isEncrypted ? Data() : Data(base64Encoded: base64) else { return nil }
        bytes = Array(data)
        text = lines.joined(separator: "\n") + "\n"
    }
}
