import CCurl
import Glibc

/// Where a transfer finds the certificate authorities that it trusts.
///
/// Systems keep the same ones twice: in a file, which OpenSSL reads to its end before the first handshake, 17 ms for 140 of
/// them, and in a directory, out of which it takes the one that it needs (openssl-rehash(1)). So the directory is asked
/// alone, and if it does not know the issuer, both are: what is trusted is the same, and most often found sooner.
struct CertificateAuthorities {
    /// What was named, else libcurl's own; nil where there is none.
    let file: String?
    /// Whether the directory is asked without the file, until that did not do.
    var isDirectoryAskedAlone: Bool

    /// libcurl has to be loaded.
    ///
    /// Whoever names a file and no directory wants the file's.
    init(_ settings: ConnectionSettings) {
        let ownFile = ccurl_ca_file().map { String(cString: $0) }
        let ownDirectory = ccurl_ca_directory().map { String(cString: $0) }
        file = settings.certificateFile ?? ownFile
        let directory = settings.certificateDirectory ?? (file == ownFile ? ownDirectory : nil)
        isDirectoryAskedAlone = ccurl_finds_by_hash() && directory.map(Self.isHashed) ?? false
    }

    /// Whether a certificate stands there under the hash of its name: eight hexadecimal digits, and a number.
    private static func isHashed(_ path: String) -> Bool {
        guard let directory = opendir(path) else { return false }
        defer { closedir(directory) }
        while let entry = readdir(directory) {
            let isHash = withUnsafeBytes(of: &entry.pointee.d_name) { name in
                name[8] == UInt8(ascii: ".") && name[9] == UInt8(ascii: "0") && name[10] == 0
                    && name[..<8].allSatisfy { $0.isHexDigit && $0 == $0.asciiLowercased }
            }
            if isHash { return true }
        }
        return false
    }
}
