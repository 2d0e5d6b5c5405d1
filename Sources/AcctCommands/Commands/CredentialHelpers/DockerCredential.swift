import AccountProfiles
import ArgumentParser
import AuthCore
import HTTPTransport

/// `acct docker-credential`, or `docker-credential-acct`: sign docker in to Azure Container Registry as a profile.
struct DockerCredential: Command {
    static let configuration = CommandConfiguration(
        commandName: "docker-credential",
        abstract: "Sign docker in to Azure Container Registry.",
        discussion: """
            A credential helper, which docker and its relatives run as docker-credential-acct. For NAME.azurecr.io, \
            azurecr.cn and azurecr.us it gives docker a token of the registry for the account of a profile; docker \
            signs in to other registries as before. Name it in ~/.docker/config.json, for each registry:

              {"credHelpers": {"contoso.azurecr.io": "acct"}}

            The profile is chosen as for any command: ACCT_PROFILE, the directory that docker runs in (acct bind), a \
            rule for the registry, the current profile. acct why shows which one acts, and the reason:

              acct rule add 'https://contoso.azurecr.io/*' work
              acct why --remote contoso.azurecr.io

            When the profile cannot get a token without a sign-in, docker shows the command to run. Each profile \
            consents once, to the scope of the registries.

              acct consent work --scope https://containerregistry.azure.net/.default
            """)

    @Argument(
        help: """
            What docker wants: get prints a token for the registry on stdin. list names no registry, erase does nothing, and \
            store is refused: no docker login is needed.
            """, completion: .list(["get", "store", "erase", "list"]))
    var operation: String

    @OptionGroup
    var profile: ProfileOption

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        // Docker talks to the person, on a terminal too.
        let services = services.nonInteractive
        let answer: String?
        do {
            answer = try await self.answer(services)
        } catch {
            // Docker looks for errors on stdout.
            services.output.line(Failure(error).sentence(withCommand: true))
            throw error
        }
        guard let answer else {
            // Docker knows these words, and goes on without a sign-in.
            services.output.line("credentials not found in native keychain")
            throw ExitCode.failure
        }
        if !answer.isEmpty { services.output.line(answer) }
    }

    /// - Returns: nil where there is nothing for the registry.
    private func answer(_ services: Services) async throws -> String? {
        switch operation {
        case "get":
            let input = try InputFile("-").contents(limit: ContainerRegistry.sizeLimit)
            guard let registry = ContainerRegistry(input) else { return nil }
            return try await credential(for: registry, services)
        case "list": return "{}"
        case "erase": return ""
        case "store": throw Failure.registryCredentialNotStored
        default: throw Failure.unknownRegistryOperation(operation)
        }
    }

    private func credential(for registry: ContainerRegistry, _ services: Services) async throws -> String? {
        let (action, profile) = try services.selector.select(self.profile.name, at: registry)
        // The access token of a real tenant never goes to whatever listens on this machine.
        guard !registry.isLoopback || profile.authority.isLoopback else { return nil }
        let token = try await services.authenticator.tokenForProgram(of: profile, resource: ContainerRegistry.resource)
        do {
            let secret = try await registry.refreshToken(for: token, http: services.http)
            try services.usageRecorder.record(action, as: profile, served: [])
            return try JSONText.of(Answer(registry, secret), pretty: false)
        } catch let error as RegistryError {
            throw Failure(error, of: registry, as: profile)
        }
    }

    private struct Answer: Encodable {
        private enum CodingKeys: String, CodingKey {
            case server = "ServerURL"
            case username = "Username"
            case secret = "Secret"
        }

        let server, secret: String
        /// Says that the secret is a refresh token of the registry.
        let username = "00000000-0000-0000-0000-000000000000"

        init(_ registry: ContainerRegistry, _ secret: Secret) {
            (server, self.secret) = (registry.typed, secret.expose())
        }
    }
}
