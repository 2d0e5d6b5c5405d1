import CCurl
import Glibc

/// Proxies and certificate authorities, read from an ``Environment`` rather than by libcurl from the process, so that the
/// maker of a client decides which variables count.
struct ConnectionSettings: Sendable {
    var userAgent: String
    /// A file of trusted certificates. libcurl does not read `CURL_CA_BUNDLE` itself; the command `curl` does.
    var certificateFile: String?
    var certificateDirectory: String?
    private var proxy: String
    private var unproxiedHosts: String

    init(environment: Environment, userAgent: String) {
        self.userAgent = userAgent
        certificateFile = ConnectionVariable.certificateFile.first(in: environment)?.value
        certificateDirectory = ConnectionVariable.certificateDirectory.first(in: environment)?.value
        proxy = ConnectionVariable.proxy.first(in: environment)?.value ?? ""
        unproxiedHosts = ConnectionVariable.unproxiedHosts.first(in: environment)?.value ?? ""
    }

    /// The proxy's host and port for messages, without credentials.
    var proxyName: String {
        let place = proxy.split(separator: "@").last ?? ""
        let name = place.firstRange(of: "://").map { place[$0.upperBound...] } ?? place
        return String(name.prefix { $0 != "/" }).escapingControlCharacters()
    }

    /// Removes the credentials of the proxy from an error description: libcurl quotes a proxy's URL that it cannot parse,
    /// sometimes cut short.
    func redacting(_ reason: String) -> String {
        guard proxy.contains("@"),
            let quoted = reason.firstRange(of: proxy.prefix(12).escapingControlCharacters())
        else { return reason }
        return "\(reason[..<quoted.lowerBound])\(proxyName)"
    }

    /// The values of CURLOPT_PROXY and CURLOPT_NOPROXY for an origin. An empty proxy means none. Both are always set, since
    /// libcurl would read the process's environment otherwise. Plain http, which does not leave the machine's own network, has
    /// no proxy, and neither has a loopback host.
    func proxy(for origin: HTTPOrigin) -> (url: String, except: String) {
        origin.isLoopback || origin.scheme == "http" ? ("", "*") : (proxy, unproxiedHosts)
    }
}

/// The variables of an environment that say how connections are made. Of several names for one setting the first counts.
package enum ConnectionVariable {
    case proxy, unproxiedHosts, certificateFile, certificateDirectory

    private var names: [String] {
        switch self {
        // Only https leaves this machine, so http_proxy never applies.
        case .proxy: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"]
        case .unproxiedHosts: ["no_proxy", "NO_PROXY"]
        case .certificateFile: ["CURL_CA_BUNDLE", "SSL_CERT_FILE"]
        case .certificateDirectory: ["SSL_CERT_DIR"]
        }
    }

    /// The variable that counts; nil where none is set.
    package func first(in environment: Environment) -> (name: String, value: String)? {
        names.lazy.compactMap { name in environment[name].map { (name, $0) } }.first
    }
}

/// The certificate authorities of a transfer.
///
/// Systems keep the same authorities twice: in a file, which OpenSSL reads to its end before the first handshake (17 ms for
/// 140 of them), and in a directory, from which it reads only the one that it needs (openssl-rehash(1)). So the directory is
/// tried alone, and if it does not have the issuer, both are used. The trusted set is the same, and usually found sooner.
struct CertificateAuthorities {
    let file: String?
    let directory: String?
    /// Whether the file is left out, until the directory has turned out not to suffice.
    var usesDirectoryOnly: Bool

    /// The file and the directory that the environment names, and nothing else. Where it names neither, those of the system.
    /// Requires that libcurl has been loaded.
    init(_ settings: ConnectionSettings) {
        if settings.certificateFile == nil, settings.certificateDirectory == nil {
            file = ccurl_ca_file().map { String(cString: $0) }
            directory = ccurl_ca_directory().map { String(cString: $0) }
        } else {
            (file, directory) = (settings.certificateFile, settings.certificateDirectory)
        }
        usesDirectoryOnly = file != nil && ccurl_finds_by_hash() && directory.map(Self.isHashed) ?? false
    }

    /// Whether the directory holds a certificate named by its hash: eight hexadecimal digits and a number.
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
