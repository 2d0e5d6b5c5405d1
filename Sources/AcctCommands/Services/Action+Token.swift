import AccountProfiles
import AuthCore
import Foundation
import MicrosoftGraph

extension Action {
    /// What the resource of a token says about who is meant: `https://contoso.sharepoint.com`, a cloud's Graph.
    ///
    /// - Parameter resource: a URI, or a scope that begins with one; nil for the profile's own.
    init(tokenFor resource: String?) {
        guard let resource, let origin = ResourcePath(resource).origin, let scheme = origin.range(of: "://") else {
            self = .anything
            return
        }
        let host = String(origin[scheme.upperBound...])
        let sharePoint = SharePointHost(host)
        self.init(
            cloud: sharePoint?.cloud ?? Cloud.allCases.first { $0.graph == origin }, hosts: [host],
            hints: sharePoint.map { [TenantHint(.sharePoint($0), at: host)] } ?? [], topic: "token/\(host)")
    }
}
