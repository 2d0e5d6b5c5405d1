import AccountProfiles
import AccountStore
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct ExecEnvironmentTests {
    private func environment(
        _ inherited: [String: String], shims: String? = "/data/shims", tokens: [String: String] = [:]
    ) throws -> ExecEnvironment {
        return ExecEnvironment(
            inherited: inherited,
            identity: try #require(ExecIdentity(["ACCT_EXEC": "Work", "ACCT_EXEC_ACCOUNT": "a e t"])),
            tools: ToolFolder(of: try ProfileName("Work"), in: StoreLocation(directory: "/data")), shims: shims,
            endpoint: TokenServerAddress(url: "http://127.0.0.1:1/msi/token", secret: Secret("s")), tokens: tokens)
    }

    /// Each of these would be used before the profile's tokens, or send requests to another sign-in service.
    @Test(arguments: [
        "AZURE_CLIENT_ID", "AZURE_CLIENT_SECRET", "AZURE_TENANT_ID", "AZURE_CLIENT_CERTIFICATE_PATH",
        "AZURE_CLIENT_CERTIFICATE_PASSWORD", "AZURE_USERNAME", "AZURE_PASSWORD", "AZURE_FEDERATED_TOKEN_FILE",
        "AZURE_AUTHORITY_HOST", "AZURE_POD_IDENTITY_AUTHORITY_HOST", "AZURE_TOKEN_CREDENTIALS", "AZURE_ACCESS_TOKEN",
        "AZURE_STORAGE_KEY", "AZURE_STORAGE_SAS_TOKEN", "AZURE_STORAGE_CONNECTION_STRING", "AZURE_DEVOPS_EXT_PAT",
        "AZURE_CREDENTIALS", "ARM_CLIENT_ID", "ARM_CLIENT_SECRET", "ARM_TENANT_ID", "ARM_OIDC_TOKEN",
        "ARM_OIDC_REQUEST_URL", "ARM_USE_OIDC", "ARM_USE_MSI", "ARM_USE_CLI", "ARM_USE_AKS_WORKLOAD_IDENTITY",
        "ARM_MSI_ENDPOINT", "ARM_ACCESS_KEY", "ARM_SAS_TOKEN", "MSI_ENDPOINT", "MSI_SECRET", "IDENTITY_ENDPOINT",
        "IDENTITY_HEADER", "IDENTITY_SERVER_THUMBPRINT", "IMDS_ENDPOINT", "AZCOPY_SPA_CLIENT_SECRET",
        "AZCOPY_AUTO_LOGIN_TYPE", "AAD_SERVICE_PRINCIPAL_CLIENT_SECRET", "AAD_LOGIN_METHOD", "FAB_TOKEN",
        "FAB_SPN_CLIENT_ID", "FAB_TENANT_ID",
        "DATABRICKS_TOKEN", "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    ])
    func inheritedCredentialIsRemoved(name: String) throws {
        let made = try environment([name: "theirs", "OTHER": "kept"])
        #expect(made.added[name] != "theirs")
        #expect(made.removed == [name])
    }

    @Test(arguments: [
        "AZURE_SUBSCRIPTION_ID", "ARM_SUBSCRIPTION_ID", "AZURE_LOCATION", "AZURE_ENV_NAME", "AZURE_CORE_OUTPUT",
        "AZURE_DEFAULTS_GROUP", "AZURE_EXTENSION_DIR", "DATABRICKS_HOST", "ACTIONS_RUNNER_DEBUG", "ARM_USE_AZUREAD",
        "ARM_SKIP_PROVIDER_REGISTRATION",
        "AZCOPY_LOG_LOCATION", "AZURE_KEY_VAULT_ENDPOINT", "AZURE_STORAGE_AUTH_MODE", "AZURE_STORAGE_ACCOUNT",
        "AZURE_CORE_LOGIN_EXPERIENCE_V2", "AZURE_HTTP_USER_AGENT", "HTTPS_PROXY", "MSI", "ARMOUR_KEY", "IDENTITY",
        "LANG",
    ])
    func settingIsKept(name: String) throws {
        let made = try environment([name: "theirs"])
        #expect(made.added[name] ?? "theirs" == "theirs" && made.removed.isEmpty)
    }

    @Test func programLearnsTheProfileAndTheEndpoint() throws {
        let variables = try environment(["PATH": "/bin"], tokens: ["FAB_TOKEN": "t"]).added
        #expect(
            variables == [
                "PATH": "/data/shims:/bin", "ACCT_PROFILE": "Work", "ACCT_EXEC": "Work", "ACCT_EXEC_ACCOUNT": "a e t",
                "FAB_TOKEN": "t",
                "IDENTITY_ENDPOINT": "http://127.0.0.1:1/msi/token", "IDENTITY_HEADER": "s",
                "ARM_MSI_ENDPOINT": "http://127.0.0.1:1/msi/token/s",
                "AZURE_CONFIG_DIR": "/data/tools/work/azure", "AZD_CONFIG_DIR": "/data/tools/work/azd",
            ])
    }

    @Test func tokenTakesNoVariableThatIsSetAnyway() throws {
        let variables = try environment(["AZURE_EXTENSION_DIR": "/e", "HOME": "/h"]).added.keys
        #expect(variables.filter { !ExecEnvironment.isReserved($0) }.isEmpty)
    }

    /// Inside, the variables of the machine's identity service name the endpoint of the profile.
    @Test func managedIdentitiesUseTheServiceOfTheMachine() throws {
        let machine = ["IDENTITY_ENDPOINT": "http://169.254.1.1/msi", "IDENTITY_HEADER": "h"]
        #expect(ExecIdentity.managedIdentityVariables(in: Environment(machine)) == machine)
        let inside = try environment(machine).added
        #expect(inside["IDENTITY_ENDPOINT"] == "http://127.0.0.1:1/msi/token")
        #expect(ExecIdentity.managedIdentityVariables(in: Environment(inside)) == machine)
        let twice = try environment(inside).added
        #expect(ExecIdentity.managedIdentityVariables(in: Environment(twice)) == machine)
        let elsewhere = try environment(["PATH": "/bin"]).added
        #expect(ExecIdentity.managedIdentityVariables(in: Environment(elsewhere)).isEmpty)
    }

    @Test func withoutPATHTheSystemsOwnIsSearched() throws {
        for unset in [[:], ["PATH": ""]] {
            #expect(try environment(unset).added["PATH"] == "/data/shims:/usr/local/bin:/usr/bin:/bin")
        }
    }

    @Test(arguments: [
        ("/a:/b", "/data/shims:/a:/b"), ("/data/shims:/a", "/data/shims:/a"), ("/a:/data/shims", "/data/shims:/a"),
        ("/a::/b", "/data/shims:/a::/b"),
    ])
    func shimsComeFirstOnce(inherited: String, path: String) {
        #expect(ExecEnvironment.path(["PATH": inherited], shims: "/data/shims") == path)
        #expect(ExecEnvironment.path(["PATH": inherited], shims: nil) == inherited)
    }

    /// Extensions are programs: those that a person has installed serve every profile.
    @Test(arguments: [
        (["HOME": "/h"], "/h/.azure/cliextensions"), (["HOME": "/h", "AZURE_CONFIG_DIR": "/c"], "/c/cliextensions"),
        (["HOME": "/h", "AZURE_EXTENSION_DIR": "/e"], "/e"),
        (["AZURE_CONFIG_DIR": "/data/tools/other/azure", "AZURE_EXTENSION_DIR": "/e", "ACCT_EXEC": "other"], "/e"),
    ])
    func extensionsAreShared(inherited: [String: String], folder: String) throws {
        #expect(try environment(inherited).added["AZURE_EXTENSION_DIR"] == folder)
    }
}

@Suite struct TokenVariableTests {
    @Test(arguments: [
        ("T", "T", nil), ("_t1", "_t1", nil), ("T=https://a/b=c", "T", "https://a/b=c"),
    ])
    func nameAndResource(text: String, name: String, resource: String?) {
        let variable = TokenVariable(argument: text)
        #expect(variable?.name == name && variable?.resource == resource)
    }

    @Test(arguments: ["", "=", "=x", "1T", "T-A", "T A", "T=", "Ä", "T\0"])
    func otherTextIsRefused(text: String) {
        #expect(TokenVariable(argument: text) == nil)
    }
}
