import AccountProfiles
import ArgumentParser
import AuthCore
import FoundationEssentials
import HTTPTransport

/// `acct git-credential`: give git the access token of the profile that acts for a remote repository (gitcredentials(7)).
struct GitCredential: Command {
    static let configuration = CommandConfiguration(
        commandName: "git-credential",
        abstract: "Sign git in to Azure DevOps, and to other servers that take access tokens.",
        discussion: """
            A credential helper, which git runs. For dev.azure.com and visualstudio.com it gives git the access token \
            of a profile, for every other server nothing, so that git asks its next helper. Set it up once; the empty \
            helper keeps the helpers of other servers from storing the tokens:

              git config --global --replace-all credential.https://dev.azure.com.helper ''
              git config --global --add credential.https://dev.azure.com.helper '!acct git-credential'
              git config --global credential.https://dev.azure.com.useHttpPath true

            For remotes at NAME.visualstudio.com, do the same for https://*.visualstudio.com. Each profile consents \
            once:

              acct consent work --scope 499b84ac-1321-427f-aa17-267ca6975798/.default

            The profile is chosen as for any command: -p in the helper, ACCT_PROFILE, the directory that git runs in \
            (acct bind), a rule for the remote, the account that the remote's address names, the tenant of the \
            organization, the current profile. With useHttpPath a rule can name an organization, \
            whichever of its two addresses the remote has. acct why shows which one acts, and the reason:

              acct rule add 'https://dev.azure.com/contoso/*' work
              acct why --remote "$(git remote get-url origin)"

            For another server, --resource names the API that its tokens are for. Set it for the address of that \
            server only: git gives the token to every server that the helper is set for:

              git config --global credential.https://git.example.com.helper \\
                '!acct git-credential --resource api://git'

            When the profile cannot get a token without a sign-in, stderr has the command to run, and git asks for no \
            password.
            """)

    @Argument(
        help: "What git wants: get prints a token, erase removes one that the server has rejected. Nothing is stored.",
        completion: .list(["get", "store", "erase"]))
    var operation: String

    @OptionGroup
    var profile: ProfileOption

    @Option(
        help: ArgumentHelp(
            "The resource that the server's tokens are for, as a URI. Default: that of Azure DevOps, and none for other servers.",
            valueName: "uri"))
    var resource: String?

    @OptionGroup
    var common: CommonOptions

    func run(_ services: Services) async throws {
        // Git talks to the person, on a terminal too.
        let services = services.nonInteractive
        switch operation {
        case "get":
            guard let remote = try self.remote else { return }
            do {
                services.output.line(try await answer(for: remote, services))
            } catch {
                // Git then tries no other helper, and asks for no password.
                services.output.line("quit=1")
                throw error
            }
        case "erase":
            guard let remote = try self.remote else { return }
            try erase(remote, services)
        // Helpers ignore other operations, so that git can add some (gitcredentials(7)).
        default: return
        }
    }

    /// Nil for a server that gets no token.
    private var remote: GitRemote? {
        get throws {
            let input = try InputFile("-").contents(limit: GitCredentialDescription.sizeLimit)
            return GitRemote(try GitCredentialDescription(input), resource: resource)
        }
    }

    private func answer(for remote: GitRemote, _ services: Services) async throws -> String {
        let (action, profile) = try services.selector.select(self.profile.name, at: remote)
        let token = try await services.authenticator.tokenForProgram(of: profile, resource: remote.resource)
        try services.usageRecorder.record(action, as: profile, served: [])
        return remote.description.answer(token, username: profile.usernameOrName)
    }

    private func erase(_ remote: GitRemote, _ services: Services) throws {
        guard let rejected = remote.description.secret else { return }
        let profile = try services.selector.select(self.profile.name, at: remote).profile
        let cache = try services.tokenCache
        for token in try cache.accessTokens(profile.tokenKey) where token.secret == rejected {
            try cache.remove(token, of: profile.tokenKey)
        }
    }
}
