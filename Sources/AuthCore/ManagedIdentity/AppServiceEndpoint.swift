import HTTPTransport

/// App Service, Functions and Container Apps, version 2019-08-01 of their protocol.
struct AppServiceEndpoint: ManagedIdentityEndpoint {
    let name = "App Service"
    let url: String
    /// Keeps requests that something else was tricked into making from being answered.
    let header: Secret

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        var query = [("api-version", "2019-08-01"), ("resource", resource)]
        switch identity {
        case .system: break
        case .client(let id): query.append(("client_id", id))
        case .object(let id): query.append(("object_id", id))
        case .resource(let id): query.append(("mi_res_id", id))
        }
        var request = get(url, query)
        request.headers.set("X-IDENTITY-HEADER", secret: header)
        return request
    }
}
