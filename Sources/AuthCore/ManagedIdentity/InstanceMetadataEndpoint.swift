import HTTPTransport

/// The instance metadata service of virtual machines, and of what runs on them without a protocol of its own.
struct InstanceMetadataEndpoint: ManagedIdentityEndpoint {
    let name = "Azure's instance metadata service"
    private let url: String

    /// - Parameter authority: where a cluster answers in its stead (`AZURE_POD_IDENTITY_AUTHORITY_HOST`).
    init(authority: String?) {
        url = (authority ?? "http://169.254.169.254").droppingTrailingSlash + "/metadata/identity/oauth2/token"
    }

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        var query = [("api-version", "2018-02-01"), ("resource", resource)]
        switch identity {
        case .system: break
        case .client(let id): query.append(("client_id", id))
        case .object(let id): query.append(("object_id", id))
        case .resource(let id): query.append(("msi_res_id", id))
        }
        var request = get(url, query)
        request.headers["Metadata"] = "true"
        // It is one hop away; elsewhere the address leads nowhere, and nobody should wait ten seconds to learn that.
        request.timeouts.connect = .seconds(2)
        return request
    }
}
