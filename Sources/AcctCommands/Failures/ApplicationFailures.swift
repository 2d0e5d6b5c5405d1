import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport

extension Failure {
    /// - Parameter retryCommand: the command that signs the app in again, without the option for its credential.
    init(_ problem: ApplicationProblem, retryCommand: SuggestedCommand) {
        switch problem {
        case .tenantRequired(let tenant):
            self.init(
                .usage,
                "\"\(tenant)\" is not a tenant. An app signs in to one tenant: name it with --tenant, as a domain or a "
                    + "GUID.")
        case .defaultScopeRequired(let scopes):
            self.init(
                .usage,
                "\"\(scopes.spaceSeparated)\" cannot be requested: an app gets all permissions that it was granted for "
                    + "one resource. Name the resource: --resource URI, or --scope URI/.default.")
        case .credentialRefused(let error, _) where AADSTSMessages.sparesCredential(error):
            self.init(.failed, "The server refused the app: \(AADSTSMessages.words(error)).")
        case .credentialRefused(let error, .certificate(let path)) where AADSTSMessages.doesNotKnowCertificate(error):
            self.init(
                .signInRequired,
                "The server rejected the app's certificate: \(AADSTSMessages.words(error)). Upload it at "
                    + "https://entra.microsoft.com > App registrations > Certificates & secrets, and run the command again.",
                leadIn: "Or, with the Azure CLI:",
                command: "az ad app credential reset --append --id CLIENT-ID --cert \"$(openssl x509 -in \(path))\"")
        case .credentialRefused(let error, let credential):
            self.init(
                .signInRequired,
                "The server rejected the app's \(credential.noun): \(AADSTSMessages.words(error)).",
                command: retryCommand.adding(credential.optionWords))
        case .credentialUnsupported(let credential, let methods):
            self.init(unsupported: credential, methods: methods, retryCommand: retryCommand)
        case .certificate(let path, let problem):
            self.init(
                .signInRequired, problem.sentence(on: path),
                command: retryCommand.adding(ApplicationCredential.certificate(path: path).optionWords))
        case .tokenFile(let path, let problem):
            self.init(
                .signInRequired, problem.sentence(on: path, lacking: "a token (a JSON Web Token and nothing else)"),
                command: retryCommand.adding(ApplicationCredential.federatedTokenFile(path: path).optionWords))
        case .managedIdentity(let problem, let source):
            self.init(problem, source: source)
        }
    }

    /// The file of a credential that was named on the command line. The command line is wrong, unless the certificate in the
    /// file is out of date.
    init(typedFile error: AuthError) {
        self.init(error, retryCommand: "")
        remedy = nil
        switch error {
        case .application(.certificate(_, .expired)), .application(.certificate(_, .notYetValid)): kind = .failed
        default: kind = .usage
        }
    }

    private init(
        unsupported credential: ApplicationCredential, methods: ClientAuthenticationMethods,
        retryCommand: SuggestedCommand
    ) {
        let names = methods.names ?? []
        let problem = "The issuer does not accept the app's \(credential.noun)"
        if case .certificate = credential, names.contains("private_key_jwt") {
            let algorithms = (methods.signingAlgorithms ?? []).joined(separator: ", ")
            self.init(.failed, "\(problem): it accepts the signatures \(algorithms), and acct makes RS256 and PS256.")
            return
        }
        let option: [String]? =
            if names.contains("private_key_jwt") {
                ["--certificate", "FILE"]
            } else if names.contains(where: ["client_secret_basic", "client_secret_post"].contains) {
                ["--client-secret-stdin"]
            } else {
                nil
            }
        let accepted = names.isEmpty ? "none that it names" : names.joined(separator: ", ")
        self.init(
            .failed, "\(problem). Its methods of authentication: \(accepted).",
            command: option.map { retryCommand.adding($0) })
    }

    /// An app has no user who could consent: an administrator does.
    ///
    /// - Parameter adminConsentCommand: the command that asks an administrator.
    static func consentOfApp(_ profile: ProfileName, adminConsentCommand: SuggestedCommand) -> Failure {
        Failure(
            .usage, "\(profile) is an app, whose permissions an administrator grants.",
            leadIn: "To open the page for it:",
            command: adminConsentCommand, profile: profile.text)
    }

    /// Signing an app out removes its credential, so the command has to name a new one.
    static func applicationSignedOut(_ profile: Profile) -> Failure {
        let removal =
            " Its credential was removed; instead of a secret you can use --certificate or --federated-token-file."
        return Failure(
            .signInRequired, "\(profile.name) is signed out.\(profile.isOfMachine ? "" : removal)",
            command: .signIn(toSignedOut: profile), profile: profile.name.text)
    }

    private init(_ problem: ManagedIdentityProblem, source: String) {
        switch problem {
        case .unsupportedSource:
            self.init(
                .failed,
                "This machine is in \(source), whose identity service has to be verified by its certificate's "
                    + "thumbprint, which acct does not support. Use --certificate or --federated-token-file.")
        case .unsupportedIdentity(let identity):
            self.init(
                .usage,
                "\(source) cannot look up the identity \(identity.text). Leave --identity out to use the machine's own."
            )
        case .unreachable(let error):
            self.init(
                .network,
                "No managed identity was found: \(source) does not respond. \(Failure(error).message) "
                    + "A managed identity works on a machine in Azure, or on one connected by Azure Arc.")
        case .refused(let status, let message):
            let reason = ServerText.line(message).map { ": \($0.hasSuffix(".") ? String($0.dropLast()) : $0)" } ?? ""
            self.init(.failed, "\(source) refused the request (status \(status))\(reason).")
        case .malformedResponse(let status):
            self.init(.failed, "\(source) responded with status \(status), but not with a token response.")
        case .expiredToken(let end):
            self.init(
                .failed,
                "\(source) gave a token that expired at \(end.formatted(.iso8601)). Check this machine's clock; if it is "
                    + "right, restart the service that gives the tokens.")
        case .untrustedKeyFile(let path):
            self.init(
                .policy,
                "\(source) asked for the content of \"\(path)\", which is not a key of its agent. Nothing was sent."
            )
        case .unreadableKeyFile(let path):
            self.init(
                .failed, "Cannot read \(path).", leadIn: "Add this user to the group himds, then log in again:",
                command: "sudo usermod -aG himds \"$USER\"")
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
    fileprivate func sentence(on path: String, lacking content: String) -> String {
        switch self {
        case .unreadable(let code): Failure.cannotRead(path, code)
        case .tooLarge, .malformed: "\(path) does not contain \(content)."
        }
    }
}

extension CertificateProblem {
    fileprivate func sentence(on path: String) -> String {
        let unusable = "\(path) cannot be used:"
        let one = "Put the certificate and its key into one PEM file."
        return switch self {
        case .file(let problem): problem.sentence(on: path, lacking: "a certificate and its key in PEM")
        case .noCertificate: "\(unusable) it contains no certificate. \(one)"
        case .noKey: "\(unusable) it contains no private key. \(one)"
        case .encryptedKey:
            "\(unusable) its key is encrypted. Decrypt it with openssl pkey, into a file that only you can read."
        case .notRSA: "\(unusable) its key is not an RSA key, which the identity platform requires."
        case .unusableKey: "\(unusable) its key is damaged, or has fewer than 2048 bits."
        case .keyMismatch: "\(unusable) its key does not match any of its certificates."
        case .notYetValid(let date):
            "\(unusable) the certificate is valid from \(date.asDay) on. Check this machine's clock."
        case .expired(let date): "\(unusable) the certificate expired on \(date.asDay). Make a new one and upload it."
        }
    }
}

extension SuggestedCommand {
    /// Signs in to a profile that is signed out. The credential of an app was removed with its tokens, and is given anew.
    static func signIn(toSignedOut profile: Profile) -> SuggestedCommand {
        guard profile.kind == .app else { return .signIn(to: profile.name) }
        let identity = ManagedIdentityID(profile.clientID) ?? .system
        let credential = profile.isOfMachine ? ApplicationCredential.managedIdentity(identity) : .secret(Secret(""))
        return .signIn(to: profile.name).adding(credential.optionWords)
    }
}
