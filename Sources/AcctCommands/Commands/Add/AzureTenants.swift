import AuthCore
import FoundationEssentials
import HTTPTransport

/// The tenants that an account can enter, as Azure Resource Manager lists them.
struct AzureTenants {
    struct Tenant: Decodable, Hashable {
        /// The GUID.
        let tenantId: String
        /// Both may be missing for a tenant that does not show them to guests.
        let displayName, defaultDomain: String?

        /// The name for people, and for `--tenant`.
        var name: String { defaultDomain ?? tenantId }
    }

    /// The permission of the token for the list.
    static let scopes: Scopes = ["https://management.azure.com/user_impersonation"]

    let http: any HTTPClient
    private let endpoint: String
    /// The scopes of the token, which name the resource of the cloud.
    let scopes: Scopes

    /// - Throws: `Failure` for an authority without a known Resource Manager.
    init(for authority: Authority, http: any HTTPClient) throws {
        self.http = http
        guard let endpoint = authority.resourceManager else { throw Failure.noTenantList(of: authority.url) }
        self.endpoint = endpoint
        scopes = authority.cloud.map { ["\($0.resourceManager)/user_impersonation"] } ?? Self.scopes
    }

    /// All pages of the list.
    ///
    /// - Throws: `Failure` also for a list that does not end.
    func tenants(_ token: Secret) async throws -> [Tenant] {
        var tenants: [Tenant] = []
        var next: String? = "\(endpoint)/tenants?api-version=2022-12-01"
        for _ in 0..<Self.pageLimit {
            guard let url = next else { return tenants }
            let page = try await page(at: url, token)
            tenants += page.value
            next = page.nextLink
        }
        guard next == nil else { throw Failure.tenantListEndless(endpoint, pages: Self.pageLimit) }
        return tenants
    }

    private struct Page: Decodable {
        let value: [Tenant]
        let nextLink: String?
    }

    private func page(at url: String, _ token: Secret) async throws -> Page {
        // The token goes to Resource Manager alone, whatever a link says.
        guard try HTTPOrigin(parsing: url) == HTTPOrigin(parsing: endpoint) else {
            throw Failure.tenantListUnreadable(url)
        }
        var headers = HTTPHeaders([("Accept", "application/json")])
        headers.set("Authorization", secret: Secret("Bearer \(token.expose())"))
        let response = try await http.send(HTTPRequest(url: url, headers: headers))
        guard response.status == 200 else { throw Failure.tenantListRefused(endpoint, status: response.status) }
        guard let page = try? JSONDecoder().decode(Page.self, from: response.body) else {
            throw Failure.tenantListUnreadable(url)
        }
        return page
    }

    /// Far more than an account has tenants, against a server that links in a circle.
    private static let pageLimit = 100
}
