import HTTPTransport

/// Azure Cloud Shell, where the identity is that of the person whose shell it is.
struct CloudShellEndpoint: ManagedIdentityEndpoint {
    let name = "Cloud Shell"
    let url: String

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        guard identity == .system else { throw .cannotChoose(identity) }
        var request = HTTPRequest(method: "POST", url: url, body: .form([("resource", resource)]))
        request.headers["Metadata"] = "true"
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        return request
    }
}
