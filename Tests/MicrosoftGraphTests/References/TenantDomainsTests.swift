import Foundation
import MicrosoftGraph
import Testing

@Suite struct TenantDomainsTests {
    private static let organization = #"{"id":"T1","verifiedDomains":[{"name":"a.example"},{"name":"b.example"}]}"#
    private static let domains =
        #"{"value":[{"id":"a.example","isVerified":true},{"id":"b.example","isVerified":false}]}"#

    @Test(arguments: [
        ("/organization", #"{"value":[\#(organization)]}"#, ["a.example", "b.example"], nil as [String]?),
        ("/organization/T1", organization, ["a.example", "b.example"], nil),
        ("/domains", domains, ["a.example"], ["b.example"]),
        ("/domains/a.example", #"{"id":"a.example","isVerified":true}"#, ["a.example"], []),
    ])
    func responseListsTheDomains(path: String, body: String, verified: [String], unverified: [String]?) throws {
        let page = try #require(GraphPage(Data(body.utf8)))
        let domains = try #require(page.domains(ofTenant: "t1", requestPath: path))
        #expect(domains.verified == verified && domains.unverified == unverified)
    }

    /// A tenant's list is whole or is none.
    @Test(arguments: [
        ("/organization", #"{"value":[{"id":"T2","verifiedDomains":[]}]}"#),
        ("/organization", #"{"value":[{"id":"T1"}]}"#),
        ("/users", organization),
    ])
    func otherResponsesSayNothing(path: String, body: String) throws {
        let page = try #require(GraphPage(Data(body.utf8)))
        #expect(page.domains(ofTenant: "t1", requestPath: path) == nil)
    }
}
