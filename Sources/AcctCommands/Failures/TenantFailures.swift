import AccountProfiles
import AuthCore

/// The list of an account's tenants.
extension Failure {
    static func noTenantList(of authority: String) -> Failure {
        Failure(
            .usage,
            "\(authority) belongs to no cloud of Microsoft, so its tenants cannot be listed.",
            leadIn: "Add them one by one:",
            command: "acct add NAME --tenant TENANT --account PROFILE")
    }

    static func noTenants(of profile: Profile) -> Failure {
        Failure(
            .usage,
            "\(profile.name) is not a work account of Microsoft Entra, so it has no list of tenants: remove --all-tenants.",
            profile: profile.name.text)
    }

    /// The app registration lacks the permission, or an administrator has to grant it.
    static func tenantListNotPermitted(_ error: OAuthError, clientID: String, retryCommand: SuggestedCommand) -> Failure
    {
        Failure(
            .failed,
            "The tenants cannot be listed: \(AADSTSMessages.words(error)). Add the delegated permission user_impersonation "
                + "of Azure Service Management to the app registration \(clientID).", leadIn: "Then run this again:",
            command: retryCommand)
    }

    /// The failure of a sign-in that also asked for the list of tenants, with the permission that may be missing for that.
    var namingTenantListPermission: Failure {
        guard kind == .failed else { return self }
        var failure = self
        failure.message +=
            " With --all-tenants the app registration needs the delegated permission user_impersonation of Azure Service "
            + "Management."
        return failure
    }

    static func tenantListRefused(_ endpoint: String, status: Int) -> Failure {
        Failure(
            status == 429 || status >= 500 ? .network : .failed,
            "\(endpoint) did not list the tenants (status \(status)). To see the request, add --verbose.")
    }

    static func tenantListUnreadable(_ url: String) -> Failure {
        Failure(
            .failed, "\(url) responded with something else than a list of tenants. To see the request, add --verbose.")
    }

    static func tenantListEndless(_ endpoint: String, pages: Int) -> Failure {
        Failure(
            .failed, "\(endpoint) lists tenants on more than \(pages) pages. Nothing was added.",
            leadIn: "Add the tenants one by one:", command: "acct add NAME --tenant TENANT --account PROFILE")
    }

    /// - Parameter kind: that of the last failure.
    static func tenantsNotAdded(_ names: [String], kind: Kind, retryCommand: SuggestedCommand) -> Failure {
        Failure(
            kind, "Not added: \(names.joined(separator: ", ")). The other tenants are.", leadIn: "To try these again:",
            command: retryCommand)
    }
}
