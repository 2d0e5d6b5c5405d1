import AccountProfiles
import HTTPTransport

/// The environment of the program: the person's, plus the profile's endpoint, minus variables of other credentials.
struct ExecEnvironment {
    /// The variables that are added or replaced.
    private(set) var added: [String: String] = [:]
    /// The names of the inherited variables that are left out, sorted.
    let removed: [String]

    /// - Parameters:
    ///   - inherited: the variables of this process.
    ///   - tools: the folder for the settings of other programs.
    ///   - shims: the folder of the programs that answer for others; nil where there is none.
    ///   - endpoint: of the tokens.
    ///   - tokens: those that are passed as they are, by the name of their variable.
    init(
        inherited: [String: String], identity: ExecIdentity, tools: ToolFolder, shims: String?,
        endpoint: TokenServerAddress, tokens: [String: String]
    ) {
        removed = inherited.keys.filter(Self.leadsToOtherCredentials).sorted()
        added["ACCT_PROFILE"] = identity.profile
        added[ExecIdentity.profileVariable] = identity.profile
        added[ExecIdentity.accountVariable] = identity.account
        added.merge(ExecIdentity.preservedManagedIdentityVariables(of: Environment(inherited))) { _, kept in kept }
        added["IDENTITY_ENDPOINT"] = endpoint.url
        added["IDENTITY_HEADER"] = endpoint.secret.expose()
        // Of Terraform's providers, for `use_msi`. As clients of IMDS they send no secret: the path has it.
        added["ARM_MSI_ENDPOINT"] = "\(endpoint.url)/\(endpoint.secret.expose())"
        added["AZURE_CONFIG_DIR"] = tools.path(for: "azure")
        added["AZD_CONFIG_DIR"] = tools.path(for: "azd")
        added["AZURE_EXTENSION_DIR"] = inherited["AZURE_EXTENSION_DIR"] ?? Self.extensions(of: inherited)
        added["PATH"] = Self.path(Environment(inherited), shims: shims)
        added.merge(tokens) { _, token in token }
    }

    /// A name that `--token-env` may not give, since the program needs the variable for something else.
    static func isReserved(_ name: String) -> Bool {
        name.hasPrefix(ExecIdentity.profileVariable)
            || [
                "PATH", "HOME", "ACCT_PROFILE", "IDENTITY_ENDPOINT", "IDENTITY_HEADER", "ARM_MSI_ENDPOINT",
                "AZURE_CONFIG_DIR", "AZD_CONFIG_DIR",
                "AZURE_EXTENSION_DIR",
            ].contains(name)
    }

    /// The value of `PATH`, with the shims first, once.
    static func path(_ inherited: Environment, shims: String?) -> String {
        let inherited = ProgramPath.directories(inherited)
        guard let shims else { return inherited }
        let others = inherited.split(separator: ":", omittingEmptySubsequences: false).filter { $0 != shims }
        return ([shims] + others.map(String.init)).joined(separator: ":")
    }

    /// Extensions of the Azure CLI are programs and no settings, so all profiles use the same.
    private static func extensions(of inherited: [String: String]) -> String? {
        // Under another `acct exec`, its profile's folder is named there.
        guard inherited[ExecIdentity.profileVariable] == nil else { return nil }
        if let folder = Environment(inherited)["AZURE_CONFIG_DIR"] { return folder + "/cliextensions" }
        return inherited["HOME"].map { $0 + "/.azure/cliextensions" }
    }

    /// Whether a variable leads the Azure SDKs and tools to other credentials than the profile's, or to another sign-in
    /// service. Those that name a subscription, a region or an output format stay.
    static func leadsToOtherCredentials(_ name: String) -> Bool {
        guard !settings.contains(where: name.hasPrefix), !name.hasSuffix("_AUTH_MODE") else { return false }
        // The name of a key vault is no key.
        let words = name.replacing("_KEY_VAULT", with: "_KEYVAULT").split(separator: "_").map(String.init)
        switch words.first {
        case "MSI", "IDENTITY", "IMDS": return words.count > 1
        case "AZURE", "ARM", "AZD", "AZCOPY", "AAD", "SERVICEBUS", "EVENTHUB", "FAB", "DATABRICKS", "ACTIONS":
            return !credentialWords.isDisjoint(with: words.dropFirst()) || words == ["ARM", "USE", "CLI"]
        default: return false
        }
    }

    /// Prefixes of the Azure CLI's settings.
    private static let settings = ["AZURE_CORE_", "AZURE_DEFAULTS_", "AZURE_LOGGING_"]

    private static let credentialWords: Set = [
        "ACCESSKEY", "ASSERTION", "AUDIENCE", "AUTH", "AUTHORITY", "CERT", "CERTIFICATE", "CLIENT", "CLIENTID",
        "CONNECTION", "CREDENTIAL", "CREDENTIALS", "FEDERATED", "IDENTITY", "KEY", "LOGIN", "MSI", "OIDC", "PASSWORD",
        "PAT", "PRINCIPAL", "SAS", "SECRET", "SPA", "TENANT", "TOKEN", "USERNAME",
    ]
}
