import ArgumentParser
import AuthCore
import Foundation

/// How an app without a user proves itself.
struct ApplicationOptions: ParsableArguments {
    @Flag(help: "Act as the app, with its client secret: one line on stdin. On a terminal it is asked for.")
    var clientSecretStdin = false

    @Option(
        help: ArgumentHelp(
            "Act as the app, with a PEM file that holds its certificate and the RSA key, unencrypted.",
            valueName: "file"),
        completion: .file())
    var certificate: String?

    @Option(
        help: ArgumentHelp(
            "Act as the app, with a token of another issuer that it trusts. The file is read again for each token.",
            valueName: "file"),
        completion: .file())
    var federatedTokenFile: String?

    // Two options and not one with an optional value: argument-parser 1.8.2 takes `--managed-identity=ID -v` for the flag
    // alone, and another identity than the named one would act.
    @Flag(help: "Act as this machine in Azure, or as one of the identities assigned to it.")
    var managedIdentity = false

    @Option(
        help: ArgumentHelp(
            "Which one: a client id, “object:” and an object id, or a resource id. Else the machine's own.",
            valueName: "id"))
    var identity: ManagedIdentityID?

    func validate() throws {
        guard ways <= 1 else {
            throw ValidationError(
                "Give only one of --client-secret-stdin, --certificate, --federated-token-file and --managed-identity.")
        }
        if identity != nil, !managedIdentity { throw ValidationError("--identity goes with --managed-identity.") }
    }

    var isGiven: Bool { ways > 0 }

    private var ways: Int {
        [clientSecretStdin, certificate != nil, federatedTokenFile != nil, managedIdentity].count { $0 }
    }

    /// What the options name; nil when they name nothing. A secret is read now.
    func credential(_ services: Services) throws -> ApplicationCredential? {
        if clientSecretStdin { return .secret(try SecretInput.line("Client secret: ", services)) }
        if let certificate { return .certificate(path: certificate.asAbsolutePath) }
        if let federatedTokenFile { return .federatedTokenFile(path: federatedTokenFile.asAbsolutePath) }
        return managedIdentity ? .managedIdentity(identity ?? .system) : nil
    }
}

extension ManagedIdentityID: ExpressibleByArgument {
    public init?(argument: String) {
        self.init(argument)
    }
}

extension ApplicationCredential {
    /// The option that names it, as one types it.
    var option: String {
        switch self {
        case .secret: "--client-secret-stdin"
        case .certificate(let path): "--certificate \(path.asShellWord)"
        case .federatedTokenFile(let path): "--federated-token-file \(path.asShellWord)"
        case .managedIdentity(.system): "--managed-identity"
        case .managedIdentity(let identity): "--managed-identity --identity \(identity.text.asShellWord)"
        }
    }
}

extension String {
    /// Other commands are typed in other folders.
    fileprivate var asAbsolutePath: String { URL(fileURLWithPath: self).standardizedFileURL.path }
}
