import AccountProfiles
import AuthCore

/// Tools that acct stands in for inside `acct exec`.
extension Failure {
    static func shimmedToolMissing(_ shim: Shim) -> Failure {
        let answers =
            switch shim {
            case .az: "\"az account get-access-token\", \"az account show\" and \"az version\", as json, tsv or none,"
            case .azd: "\"azd auth token --output json\""
            }
        return Failure(
            .failed,
            "This command needs the \(shim.title), which is not installed. Inside acct exec, acct answers \(answers) "
                + "without it.")
    }

    static func shimmedToolFailed(_ path: String, code: Int32) -> Failure {
        Failure(.failed, "\(path) cannot be started: \(systemReason(code)).")
    }

    /// The account of the profile has no profile in a tenant that a tool names.
    static func noProfile(of profile: Profile, inTenant tenant: String) -> Failure {
        let other = profile.mode == .readOnly ? "no other read-only profile" : "no other profile"
        let add: SuggestedCommand =
            profile.kind == .app
            ? "acct add NAME --tenant \(tenant) --client-id \(profile.clientID)"
            : "acct add NAME --account \(profile.name) --tenant \(tenant)"
        return Failure(
            .noProfile,
            "\(profile.name) does not act in the tenant \(tenant), and \(other) of its account does.",
            leadIn: "To add one:",
            command: add.adding(profile.mode == .readOnly ? ["--read-only"] : []), profile: profile.name.text)
    }

    static func noResource(_ type: AzureResourceType, in cloud: Cloud) -> Failure {
        Failure(
            .usage,
            "\(cloud.azureName) has no resource of the type \(type.rawValue). Name the resource with --resource.")
    }

    static func noAzureCloud(of profile: Profile) -> Failure {
        Failure(
            .usage,
            "\(profile.authority.url) belongs to no cloud that acct knows, so the address of its Azure Resource Manager is "
                + "not known either. Name the resource: az takes --resource, azd takes --scope.",
            profile: profile.name.text)
    }

    /// A command of the Azure CLI itself, which a profile of another cloud cannot sign in.
    static func noAzureCLI(as profile: Profile) -> Failure {
        Failure(
            .usage,
            "The Azure CLI cannot act as \(profile.name): \(profile.authority.url) belongs to no cloud that acct knows. acct "
                + "itself answers \"az account show\" and \"az account get-access-token --resource URI\", as json, tsv or none.",
            profile: profile.name.text)
    }

    static let notClaims = Failure(
        .usage, "The value of --claims is not a claims challenge: it must be a JSON object in base64.")
}

extension Shim {
    fileprivate var title: String {
        switch self {
        case .az: "Azure CLI"
        case .azd: "Azure Developer CLI"
        }
    }
}
