import AccountStore
import AuthCore
import Glibc
import HTTPTransport

/// The variables that acct obeys, and the programs that they name.
struct EnvironmentChecks {
    private let environment: Environment
    private let services: Services

    init(_ services: Services) {
        self.services = services
        environment = services.environment
    }

    func findings() -> [Finding] { proxies + certificates + browser + profile }

    /// Proxies may have a password, so a value is never shown.
    private var proxies: [Finding] {
        ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"].compactMap { name in
            guard let value = environment[name], !value.isEmpty else { return nil }
            let url = value.contains("://") ? value : "http://\(value)"
            guard HTTPOrigin(url: url) != nil || url.hasPrefix("socks") else {
                return Finding(
                    "proxy", .wrong, "\(name) is not the URL of a proxy, such as http://proxy.example.com:8080.",
                    command: "unset \(name)")
            }
            return Finding("proxy", .note, "Requests go through the proxy in \(name).")
        }
    }

    private var certificates: [Finding] {
        ["CURL_CA_BUNDLE", "SSL_CERT_FILE", "SSL_CERT_DIR"].compactMap { name in
            guard let path = environment[name], !path.isEmpty, access(path, R_OK) != 0 else { return nil }
            return Finding(
                "certificates", .wrong, "\(name) names \(path), which cannot be read: no server will be trusted.",
                command: "unset \(name)")
        }
    }

    private var browser: [Finding] {
        do {
            _ = try Browser(command: nil, environment: environment)
            return []
        } catch {
            let isNamed = environment["BROWSER"]?.isEmpty == false
            return [
                Finding(
                    "browser", isNamed ? .wrong : .note,
                    isNamed
                        ? "$BROWSER names no program that is installed."
                        : "No browser can be opened here. Sign in with --device-code or --paste.",
                    command: isNamed ? "unset BROWSER" : nil)
            ]
        }
    }

    private var profile: [Finding] {
        guard let name = environment["ACCT_PROFILE"], !name.isEmpty else { return [] }
        do {
            _ = try services.profiles.profile(named: name)
            return [Finding("selection", .note, "ACCT_PROFILE makes every command act as \(name).")]
        } catch {
            return [
                Finding(
                    "selection", .wrong, "ACCT_PROFILE names \(name), and there is no such profile.",
                    command: "unset ACCT_PROFILE")
            ]
        }
    }
}

/// The libraries that are loaded when they are needed.
enum LibraryChecks {
    /// The name of the file, the Debian package, and what does not work without it.
    private static let libraries = [
        ("libcurl.so.4", "libcurl4", "requests"), ("libjq.so.1", "libjq1", "--jq"),
        ("libqrencode.so.4", "libqrencode4", "QR codes for --device-code"),
        ("libsystemd.so.0", "libsystemd0", "--broker"), ("libsecret-1.so.0", "libsecret-1-0", "the desktop's keyring"),
    ]

    static func findings() -> [Finding] {
        let missing = libraries.filter { !isInstalled($0.0) }
        guard !missing.isEmpty else { return [Finding("libraries", .ok, "All libraries are installed.")] }
        return missing.map { file, package, purpose in
            Finding(
                "libraries", file.hasPrefix("libcurl") ? .wrong : .note,
                "\(file) is not installed, which \(purpose) needs.", command: "sudo apt-get install \(package)")
        }
    }

    private static func isInstalled(_ file: String) -> Bool {
        guard let library = dlopen(file, RTLD_LAZY | RTLD_LOCAL) else { return false }
        dlclose(library)
        return true
    }
}
