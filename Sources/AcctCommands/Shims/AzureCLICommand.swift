import AccountProfiles
import AuthCore
import FoundationEssentials
import HTTPTransport

/// The command lines of the Azure CLI that acct answers.
enum AzureCLICommand: ShimRequest {
    case accessToken(AzureCLITokenRequest, AzureCLIOutput)
    /// `az account show`, with the subscription that it names.
    case account(AzureSubscription, AzureCLIOutput)
    /// `az account show` without a subscription: the default one, which the Azure CLI finds by its sign-in.
    case defaultAccount(AzureFolder?, AzureCLISignIn?, AzureCLIOutput)
    case version(AzureCLIOutput)

    /// The version of the Azure CLI whose behaviour the answers have.
    static let version = "2.91.0"

    /// Nil for every other line.
    init?(_ words: [String], _ tool: RealTool, _ environment: Environment) {
        let command = words.prefix { !$0.hasPrefix("-") }.map { $0.lowercased() }
        guard let names = Self.options[command],
            let arguments = AzureCLIArguments(words.dropFirst(command.count), options: names),
            let output = AzureCLIOutput(arguments, environment)
        else { return nil }
        let folder = AzureFolder(ofExec: environment)
        let subscriptions = folder?.subscriptions() ?? []
        switch command.last {
        case "get-access-token":
            guard let request = AzureCLITokenRequest(arguments, subscriptions) else { return nil }
            self = .accessToken(request, output)
        case "show":
            if let named = arguments[.subscription] {
                guard let subscription = subscriptions.chosen(by: named) else { return nil }
                self = .account(subscription, output)
            } else {
                let signIn = AzureCLISignIn(for: command, tool, environment)
                self = .defaultAccount(folder, signIn, output)
            }
        default:
            guard tool.path == nil else { return nil }
            self = .version(output)
        }
    }

    func response(as profile: Profile, _ services: Services) async throws -> Data {
        switch self {
        case .accessToken(let request, let output):
            return try output.data(of: try await request.response(as: profile, services))
        case .account(let subscription, let output):
            return try output.data(of: subscription.description(for: profile))
        case .defaultAccount(let folder, let signIn, let output):
            await signIn?.runSilently(as: profile, services)
            let subscription = folder?.subscriptions().chosen(by: nil) ?? AzureSubscription(tenantOf: profile)
            return try output.data(of: subscription.description(for: profile))
        case .version(let output):
            let versions: JSONValue = [
                "azure-cli": .string(Self.version), "azure-cli-core": .string(Self.version),
                "azure-cli-telemetry": "1.1.0", "extensions": [:],
            ]
            return try output.data(of: versions)
        }
    }

    func errorLine(_ failure: Failure) -> String { Self.errorText(failure) }

    /// A text that SDKs show to people. With the words `az login` in it they would try their next credential instead.
    static func errorText(_ failure: Failure) -> String { "ERROR: \(failure.sentence(withCommand: true))" }

    /// The commands, with the names of their options besides those of every command.
    private static let options: [[String]: [String: AzureCLIArguments.Option]] = [
        ["account", "get-access-token"]: [
            "--resource": .resource, "--resource-type": .resourceType, "--scope": .scope, "--tenant": .tenant,
            "-t": .tenant,
        ].merging(subscriptionNames) { first, _ in first },
        ["account", "show"]: subscriptionNames,
        ["version"]: [:],
    ]

    private static let subscriptionNames: [String: AzureCLIArguments.Option] = [
        "--subscription": .subscription, "-s": .subscription, "--name": .subscription, "-n": .subscription,
    ]
}
