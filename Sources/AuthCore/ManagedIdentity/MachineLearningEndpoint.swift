import HTTPTransport

/// Azure Machine Learning, which speaks the 2017-09-01 protocol that App Service had first.
struct MachineLearningEndpoint: ManagedIdentityEndpoint {
    let name = "Azure Machine Learning"
    let url: String
    let secret: Secret

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        var query = [("api-version", "2017-09-01"), ("resource", resource)]
        switch identity {
        case .system: break
        case .client(let id): query.append(("clientid", id))
        case .object, .resource: throw .cannotChoose(identity)
        }
        var request = get(url, query)
        request.headers.set("secret", secret: secret)
        return request
    }
}
