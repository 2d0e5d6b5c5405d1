import AccountProfiles
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

    func findings() -> [Finding] { proxy + certificates + browser + profile }

    /// A proxy may have a password, so its value is never shown.
    private var proxy: [Finding] {
        guard let (name, value) = ConnectionVariable.proxy.first(in: environment) else { return [] }
        guard ProxyAddress(value) != nil else {
            return [
                Finding(
                    .proxy, .wrong, "\(name) is not the URL of a proxy, such as http://proxy.example.com:8080.",
                    command: "unset \(name)")
            ]
        }
        return [Finding(.proxy, .note, "Requests go through the proxy in \(name).")]
    }

    private var certificates: [Finding] {
        [
            certificates(.certificateFile, Self.fileProblem), certificates(.certificateDirectory, Self.folderProblem),
        ].compactMap(\.self)
    }

    private func certificates(_ variable: ConnectionVariable, _ problem: (String) -> String?) -> Finding? {
        guard let (name, path) = variable.first(in: environment), let problem = problem(path) else { return nil }
        return Finding(
            .certificates, .wrong, "\(name) names \(path), which \(problem): no server will be trusted.",
            command: "unset \(name)")
    }

    private static func folderProblem(_ path: String) -> String? {
        guard access(path, R_OK) == 0 else { return "cannot be read" }
        return ResolvedPath.isDirectory(path) ? nil : "is not a folder"
    }

    private static func fileProblem(_ path: String) -> String? {
        guard let file = try? RegularFile(path, limit: 8 << 20) else { return "cannot be read" }
        let text = String(decoding: file.bytes, as: UTF8.self)
        // OpenSSL reads both kinds (PEM_X509_INFO_read_bio(3)).
        let isBundle = ["CERTIFICATE", "TRUSTED CERTIFICATE", "X509 CERTIFICATE"]
            .contains { text.contains("-----BEGIN \($0)-----") }
        return isBundle ? nil : "has no certificate in PEM"
    }

    private var browser: [Finding] {
        do {
            _ = try Browser(command: nil, environment: environment)
            return []
        } catch {
            let isNamed = environment["BROWSER"] != nil
            return [
                Finding(
                    .browser, isNamed ? .wrong : .note,
                    isNamed
                        ? "$BROWSER names no program that is installed."
                        : "No browser can be opened here. Sign in with --device-code or --paste.",
                    command: isNamed ? "unset BROWSER" : nil)
            ]
        }
    }

    private var profile: [Finding] {
        guard let name = environment["ACCT_PROFILE"] else { return [] }
        do {
            _ = try services.profiles.profile(named: name)
            return [Finding(.selection, .note, "ACCT_PROFILE makes every command act as \(name).")]
        } catch is ProfileError {
            return [
                Finding(
                    .selection, .wrong, "ACCT_PROFILE names \(name), and there is no such profile.",
                    command: "unset ACCT_PROFILE")
            ]
        } catch {
            // The checks of the store find it.
            return []
        }
    }
}
