import Foundation
import HTTPTransport

/// A service that tells a machine's programs who they are: a request out, a response in.
protocol ManagedIdentityEndpoint: Sendable {
    /// For people, such as `Azure Arc`.
    var name: String { get }

    /// - Throws: `.cannotChoose` for an identity that this kind of machine cannot name.
    func request(for resource: String, as identity: ManagedIdentityID) throws(ManagedIdentityProblem) -> HTTPRequest

    /// The request again with the answer to the service's challenge; nil when it made none.
    func request(answering response: HTTPResponse, to request: HTTPRequest) throws(ManagedIdentityProblem)
        -> HTTPRequest?
}

extension ManagedIdentityEndpoint {
    func request(answering response: HTTPResponse, to request: HTTPRequest) throws(ManagedIdentityProblem)
        -> HTTPRequest?
    { nil }

    /// - Parameter url: may have a query already.
    func get(_ url: String, _ query: [(String, String)]) -> HTTPRequest {
        HTTPRequest(url: url + (url.contains("?") ? "&" : "?") + QueryString.make(query))
    }
}

extension ManagedIdentityProblem: Error {}

/// Tells the kind of machine from its environment.
enum ManagedIdentityEndpoints {
    /// The documented order; the service that every virtual machine has comes last, since it leaves no trace there.
    static func detect(in environment: Environment) throws(AuthError) -> any ManagedIdentityEndpoint {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        let endpoint = value("IDENTITY_ENDPOINT")
        if let endpoint, let header = value("IDENTITY_HEADER") {
            guard value("IDENTITY_SERVER_THUMBPRINT") == nil else {
                throw .application(.managedIdentity(.unsupportedSource, source: "Service Fabric"))
            }
            return AppServiceEndpoint(url: endpoint, header: Secret(header))
        }
        if let url = value("MSI_ENDPOINT") {
            return value("MSI_SECRET").map { MachineLearningEndpoint(url: url, secret: Secret($0)) }
                ?? CloudShellEndpoint(url: url)
        }
        if let endpoint, value("IMDS_ENDPOINT") != nil { return ArcEndpoint(url: endpoint) }
        if FileManager.default.fileExists(atPath: ArcEndpoint.agent) { return ArcEndpoint() }
        return InstanceMetadataEndpoint(authority: value("AZURE_POD_IDENTITY_AUTHORITY_HOST"))
    }
}
