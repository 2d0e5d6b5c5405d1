import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// The options for the credential of an app that signs in without a user.
struct ApplicationOptions: ParsableArguments {
    @Flag(help: "Sign in as the app, with its client secret: one line on stdin. On a terminal acct prompts for it.")
    var clientSecretStdin = false

    @Option(
        help: ArgumentHelp(
            "The day on which that secret ends, such as 2027-01-31. acct doctor announces it.", valueName: "date"),
        transform: { try CalendarDay(option: $0) })
    var clientSecretExpires: CalendarDay?

    @Option(
        help: ArgumentHelp(
            "Sign in as the app, with a PEM file that holds its certificate and the RSA key, unencrypted.",
            valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp(
            "Sign in as the app, with a token of another issuer that it trusts. The file is read again for each token.",
            valueName: "file"),
        completion: .file())
    var federatedTokenFile: String?

    // Two options and not one with an optional value: argument-parser 1.8.2 parses `--managed-identity=ID -v` as the flag
    // alone, and another identity than the named one would sign in.
    @Flag(help: "Sign in as this machine in Azure, or as one of the identities assigned to it.")
    var managedIdentity = false

    @Option(
        help: ArgumentHelp(
            "The identity: a client id, \"object:\" and an object id, or a resource id. Default: the machine's own.",
            valueName: "id"),
        transform: { try ManagedIdentityID(option: $0) })
    var identity: ManagedIdentityID?

    @Flag(
        help:
            "Sign in a person with that credential of the app, at an issuer that demands one. acct keeps it with the profile."
    )
    var asUser = false

    func validate() throws {
        if asUser, count == 0 || managedIdentity {
            throw ValidationError("--as-user needs --client-secret-stdin, --certificate or --federated-token-file.")
        }
        guard count <= 1 else {
            throw ValidationError(
                "Give only one of --client-secret-stdin, --certificate, --federated-token-file and --managed-identity.")
        }
        if clientSecretExpires != nil, !clientSecretStdin {
            throw ValidationError(
                "--client-secret-expires needs --client-secret-stdin; acct edit changes the day alone.")
        }
        if identity != nil, !managedIdentity { throw ValidationError("--identity needs --managed-identity.") }
    }

    var isGiven: Bool { count > 0 }

    /// Whether an app signs in as itself.
    var replacesUser: Bool { isGiven && !asUser }

    /// The options as they were typed.
    var words: [String] {
        let values = [String](options: [
            "--client-secret-expires": clientSecretExpires?.text, "--certificate": certificate,
            "--federated-token-file": federatedTokenFile, "--identity": identity?.text,
        ])
        return (clientSecretStdin ? ["--client-secret-stdin"] : []) + (managedIdentity ? ["--managed-identity"] : [])
            + values
    }

    private var count: Int {
        [clientSecretStdin, certificate != nil, federatedTokenFile != nil, managedIdentity].count { $0 }
    }

    /// The named credential; nil when none is named. A client secret is read from stdin now, and a file is read to check it.
    ///
    /// - Throws: `Failure` of kind `usage` for a file that cannot be read or does not hold such a credential.
    func credential(_ services: Services) throws -> ApplicationCredential? {
        try clientSecretExpires?.requireFuture(at: services.clock.now())
        if clientSecretStdin { return .secret(try SecretInput.line("Client secret: ", services.prompter)) }
        let file: ApplicationCredential? =
            certificate.map { .certificate(path: $0.asAbsolutePath) }
            ?? federatedTokenFile.map { .federatedTokenFile(path: $0.asAbsolutePath) }
        guard let file else { return managedIdentity ? .managedIdentity(identity ?? .system) : nil }
        do throws(AuthError) { _ = try file.checkFile(at: services.clock.now()) } catch {
            throw Failure(typedFile: error)
        }
        return file
    }

    /// Stores the named end of the secret, after the secret.
    func saveSecretExpiry(of profile: ProfileName, in profiles: ProfileRepository) throws {
        guard let clientSecretExpires else { return }
        try profiles.setSecretExpiry(clientSecretExpires.start, of: profile)
    }
}

extension ApplicationCredential {
    /// The options that name the credential.
    var optionWords: [String] {
        switch self {
        case .secret: ["--client-secret-stdin"]
        case .certificate(let path): ["--certificate", path]
        case .federatedTokenFile(let path): ["--federated-token-file", path]
        case .managedIdentity(.system): ["--managed-identity"]
        case .managedIdentity(let identity): ["--managed-identity", "--identity", identity.text]
        }
    }
}
