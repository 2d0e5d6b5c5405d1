import AccountProfiles
import AuthCore
import Foundation
import HTTPTransport

extension Failure {
    /// - Parameter signInCommand: what to type to prove the app anew, without the option that names the credential.
    init(_ problem: ApplicationProblem, signInCommand: String) {
        switch problem {
        case .tenantRequired(let tenant):
            self.init(
                .usage, "An app acts in one tenant, and “\(tenant)” is none. Name it with --tenant: a domain or a GUID."
            )
        case .defaultScopeRequired(let scopes):
            self.init(
                .usage,
                "An app gets all that it was granted of one resource, so “\(scopes.spaceSeparated)” cannot be asked "
                    + "for. Name the resource: --resource URI, or --scope URI/.default.")
        case .credentialRefused(let error, let credential):
            self.init(
                .signInRequired,
                "The server does not accept the app's \(credential.noun): \(AADSTSMessages.words(error)).",
                command: "\(signInCommand) \(credential.option)")
        case .certificate(let path, let problem):
            self.init(
                .failed, "\(path) cannot be used: \(problem.sentence)",
                command: "\(signInCommand) \(ApplicationCredential.certificate(path: path).option)")
        case .tokenFile(let path, let problem):
            self.init(
                .failed, "\(path) \(problem.sentence(for: "a token (a JSON Web Token and nothing else)"))",
                command: "\(signInCommand) \(ApplicationCredential.federatedTokenFile(path: path).option)")
        case .managedIdentity(let problem, let source):
            self.init(problem, source)
        }
    }

    /// What an app needs to be signed in again went with its sign-out, so the next command has to name it.
    static func applicationSignedOut(_ profile: Profile) -> Failure {
        let identity = ManagedIdentityID(profile.clientID) ?? .system
        let isMachine = profile.tenantID == ManagedIdentityID.tenantID
        let credential = isMachine ? ApplicationCredential.managedIdentity(identity) : .secret(Secret(""))
        return Failure(
            .signInRequired,
            "Sign-in is required: nothing is kept that the app \(profile.username) could prove itself with."
                + (isMachine ? "" : " Instead of a secret it can be --certificate or --federated-token-file."),
            command: "acct sign-in \(profile.name) \(credential.option)", profile: profile.name.text)
    }

    private init(_ problem: ManagedIdentityProblem, _ source: String) {
        switch problem {
        case .unsupportedSource:
            self.init(
                .failed,
                "This machine is in \(source), whose identity service has to be known by its certificate's thumbprint. "
                    + "acct cannot do that; use --certificate or --federated-token-file.")
        case .unsupportedIdentity(let identity):
            self.init(
                .usage,
                "\(source) cannot be asked for the identity \(identity.text). Leave it out for the machine's own.")
        case .unreachable(let error):
            self.init(
                .network,
                "Nothing tells this machine who it is: \(source) does not answer. \(Failure(error).message) "
                    + "A managed identity works on the machine that has it, in Azure or connected by Arc.")
        case .refused(let status, let message):
            self.init(.failed, "\(source) refused (status \(status)): \(message.firstLine).")
        case .malformedResponse(let status):
            self.init(.failed, "\(source) answered with status \(status) and something that is not a token response.")
        case .untrustedKeyFile(let path):
            self.init(
                .policy, "\(source) asked for the content of “\(path)”, which is no key of its agent. Nothing was sent."
            )
        case .unreadableKeyFile(let path):
            self.init(
                .failed, "\(path) cannot be read. Add this user to the group that may, and log in anew:",
                command: "sudo usermod -aG himds \(NSUserName())")
        }
    }
}

extension ApplicationCredential {
    fileprivate var noun: String {
        switch self {
        case .secret: "secret"
        case .certificate: "certificate"
        case .federatedTokenFile: "federated token"
        case .managedIdentity: "managed identity"
        }
    }
}

extension FileProblem {
    fileprivate func sentence(for content: String) -> String {
        switch self {
        case .unreadable: "cannot be read."
        case .tooLarge, .malformed: "does not hold \(content)."
        }
    }
}

extension CertificateProblem {
    fileprivate var sentence: String {
        switch self {
        case .file(let problem): "it \(problem.sentence(for: "a certificate and its key in PEM"))"
        case .noCertificate: "it holds no certificate. Put the certificate and its key into one PEM file."
        case .noKey: "it holds no private key. Put the certificate and its key into one PEM file."
        case .encryptedKey: "its key is encrypted. Decrypt it with openssl pkey, into a file that only you can read."
        case .notRSA: "its key is not an RSA key, and the identity platform takes no other."
        case .unusableKey: "its key is damaged, or has fewer than 2048 bits."
        case .keyMismatch: "its key belongs to none of its certificates."
        case .notYetValid(let date): "the certificate is valid from \(date.inWords) on. Is this machine's clock right?"
        case .expired(let date): "the certificate expired on \(date.inWords). Make a new one and upload it."
        }
    }
}

extension Date {
    fileprivate var inWords: String { formatted(.iso8601.year().month().day()) }
}

extension String {
    /// Servers explain at length, and not only to people.
    fileprivate var firstLine: String {
        let line = split(whereSeparator: \.isNewline).first ?? ""
        return String(line.hasSuffix(".") ? line.dropLast() : line)
    }
}
