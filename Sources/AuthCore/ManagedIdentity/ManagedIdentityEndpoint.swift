import FoundationEssentials
import HTTPTransport

/// The protocol of one kind of identity service: a request out, a response in.
protocol ManagedIdentityEndpoint: Sendable {
    /// A name for messages, such as `Azure Arc`.
    var name: String { get }

    /// - Throws: ``ManagedIdentityProblem/unsupportedIdentity(_:)`` for an identity that this service cannot select.
    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest

    /// The request with the answer to the service's challenge; nil for a response without one.
    func request(answering response: HTTPResponse, to request: HTTPRequest) throws(ManagedIdentityProblem)
        -> HTTPRequest?
}

extension ManagedIdentityEndpoint {
    func request(answering response: HTTPResponse, to request: HTTPRequest) throws(ManagedIdentityProblem)
        -> HTTPRequest?
    { nil }

    /// - Parameter url: May already have a query.
    func get(_ url: String, query: [(String, String)]) -> HTTPRequest {
        HTTPRequest(url: url + (url.contains("?") ? "&" : "?") + QueryString.make(query))
    }
}

enum ManagedIdentityEndpoints {
    /// The service of this machine, by the variables that its platform sets. The order is documented. The instance
    /// metadata service, which every virtual machine has, comes last because no variable announces it.
    static func detect(in environment: Environment) throws(AuthError) -> any ManagedIdentityEndpoint {
        let endpoint = environment["IDENTITY_ENDPOINT"]
        if let endpoint, let header = environment["IDENTITY_HEADER"] {
            guard environment["IDENTITY_SERVER_THUMBPRINT"] == nil else {
                throw .application(.managedIdentity(.unsupportedSource, source: "Service Fabric"))
            }
            return AppServiceEndpoint(url: endpoint, header: Secret(header))
        }
        if let url = environment["MSI_ENDPOINT"] {
            return environment["MSI_SECRET"].map { MachineLearningEndpoint(url: url, secret: Secret($0)) }
                ?? CloudShellEndpoint(url: url)
        }
        if let endpoint, environment["IMDS_ENDPOINT"] != nil { return ArcEndpoint(url: endpoint) }
        if FileManager.default.fileExists(atPath: ArcEndpoint.agent) { return ArcEndpoint() }
        return InstanceMetadataEndpoint(podIdentityHost: environment["AZURE_POD_IDENTITY_AUTHORITY_HOST"])
    }
}

/// App Service, Functions and Container Apps, version 2019-08-01 of their protocol.
struct AppServiceEndpoint: ManagedIdentityEndpoint {
    let name = "App Service"
    let url: String
    /// Required by the service, so that it ignores requests forged through another program.
    let header: Secret

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        var query = [("api-version", "2019-08-01"), ("resource", resource)]
        switch identity {
        case .system: break
        case .client(let id): query.append(("client_id", id))
        case .object(let id): query.append(("object_id", id))
        case .resource(let id): query.append(("mi_res_id", id))
        }
        var request = get(url, query: query)
        request.headers.set("X-IDENTITY-HEADER", secret: header)
        return request
    }
}

/// Azure Machine Learning, with the 2017-09-01 protocol that App Service had first.
struct MachineLearningEndpoint: ManagedIdentityEndpoint {
    let name = "Azure Machine Learning"
    let url: String
    let secret: Secret

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        var query = [("api-version", "2017-09-01"), ("resource", resource)]
        switch identity {
        case .system: break
        case .client(let id): query.append(("clientid", id))
        case .object, .resource: throw .unsupportedIdentity(identity)
        }
        var request = get(url, query: query)
        request.headers.set("secret", secret: secret)
        return request
    }
}

/// Azure Cloud Shell, whose identity is that of the user of the shell.
struct CloudShellEndpoint: ManagedIdentityEndpoint {
    let name = "Cloud Shell"
    let url: String

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        guard identity == .system else { throw .unsupportedIdentity(identity) }
        var request = HTTPRequest(method: "POST", url: url, body: .form([("resource", resource)]))
        request.headers["Metadata"] = "true"
        request.headers["Content-Type"] = "application/x-www-form-urlencoded"
        return request
    }
}

/// The instance metadata service of virtual machines and of services on them without a protocol of their own.
struct InstanceMetadataEndpoint: ManagedIdentityEndpoint {
    let name = "Azure's instance metadata service"
    private let url: String

    /// - Parameter podIdentityHost: The origin that replaces the service in a cluster
    ///   (`AZURE_POD_IDENTITY_AUTHORITY_HOST`).
    init(podIdentityHost: String?) {
        url = (podIdentityHost ?? "http://169.254.169.254").droppingTrailingSlash + "/metadata/identity/oauth2/token"
    }

    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest {
        var query = [("api-version", "2018-02-01"), ("resource", resource)]
        switch identity {
        case .system: break
        case .client(let id): query.append(("client_id", id))
        case .object(let id): query.append(("object_id", id))
        case .resource(let id): query.append(("msi_res_id", id))
        }
        var request = get(url, query: query)
        request.headers["Metadata"] = "true"
        // The service is one hop away. On other machines the address leads nowhere, and ten seconds would be a long wait.
        request.timeouts.connect = .seconds(2)
        return request
    }
}
