import Foundation
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct RequestReferencesTests {
    private static let tenant = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    private static let sharing = "u!aHR0cHM6Ly9jb250b3NvLW15LnNoYXJlcG9pbnQuY29tLzp4Oi9n"

    private static func user(_ name: String, _ place: String) -> ResourceReference {
        ResourceReference(.userPrincipalName, name, at: place)
    }
    private static func host(_ name: String, _ place: String) -> ResourceReference {
        ResourceReference(.sharePointHost, name, at: place)
    }

    static let paths: [(path: String, references: [ResourceReference])] = [
        ("/me", []), ("/me/chats", []), ("/users", []), ("", []), ("/applications/getAvailableExtensionProperties", []),
        ("/users/dana@fabrikam.example", [user("dana@fabrikam.example", "users/dana@fabrikam.example")]),
        (
            "/v1.0/users/dana%40fabrikam.example/messages",
            [user("dana@fabrikam.example", "users/dana@fabrikam.example")]
        ),
        ("users('o''neil@fabrikam.example')", [user("o'neil@fabrikam.example", "users/o'neil@fabrikam.example")]),
        (
            "/users/dana_contoso.example#EXT#@fabrikam.example",
            [user("dana_contoso.example#EXT#@fabrikam.example", "users/dana_contoso.example#EXT#@fabrikam.example")]
        ),
        ("/sites/contoso.sharepoint.com:/sites/hr:/lists", [host("contoso.sharepoint.com", "contoso.sharepoint.com")]),
        (
            "/sites/contoso-my.sharepoint.us",
            [
                host("contoso-my.sharepoint.us", "contoso-my.sharepoint.us"),
                ResourceReference(.id, "contoso-my.sharepoint.us", at: "sites/contoso-my.sharepoint.us"),
            ]
        ),
        (
            "/sites/contoso.sharepoint.com,\(tenant),\(tenant)/lists",
            [
                host("contoso.sharepoint.com", "contoso.sharepoint.com"),
                ResourceReference(
                    .id, "contoso.sharepoint.com,\(tenant),\(tenant)",
                    at: "sites/contoso.sharepoint.com,\(tenant),\(tenant)"),
            ]
        ),
        (
            "/shares/\(sharing)/driveItem",
            [
                host("contoso-my.sharepoint.com", "contoso-my.sharepoint.com"),
                ResourceReference(.id, sharing, at: "shares/\(sharing)"),
            ]
        ),
        (
            "/organization/\(tenant)",
            [
                ResourceReference(.guid, tenant, at: "organization/\(tenant)"),
                ResourceReference(.id, tenant, at: "organization/\(tenant)"),
            ]
        ),
        ("/domains/fabrikam.example", [ResourceReference(.domain, "fabrikam.example", at: "domains/fabrikam.example")]),
        (
            "/me/messages/AAMkAGI2THVSAAA=",
            [ResourceReference(.id, "AAMkAGI2THVSAAA=", at: "messages/AAMkAGI2THVSAAA=")]
        ),
        (
            "/chats/19:meeting_x@thread.v2/messages",
            [ResourceReference(.id, "19:meeting_x@thread.v2", at: "chats/19:meeting_x@thread.v2")]
        ),
        // Names of folders and files are not ids.
        ("/me/drive/root:/quarterly-report-2026/dana@fabrikam.example.docx:/content", []),
        ("/me/drive/root:/quarterly-report-2026", []), ("/me/people/dana@fabrikam.example", []),
        ("/oauth2PermissionGrants", []), ("/reports/getOffice365ActiveUserDetail(period='D7')", []),
        ("/tenantRelationships/findTenantInformationByTenantId(tenantId='\(tenant)')", []),
        ("/me/messages?$filter=from/emailAddress/address eq 'dana@fabrikam.example'", []),
        ("/me/messages?$search=\"contoso.sharepoint.com\"", []),
        (
            "/users?$filter=userPrincipalName eq 'dana@fabrikam.example' and accountEnabled eq true",
            [user("dana@fabrikam.example", "dana@fabrikam.example in $filter")]
        ),
        (
            "/users?$filter=endswith(userPrincipalName,'@fabrikam.example')",
            [ResourceReference(.domain, "fabrikam.example", at: "@fabrikam.example in $filter")]
        ),
        ("/users?$filter=mail eq 'dana@fabrikam.example'", []),
        ("/servicePrincipals?$filter=appOwnerOrganizationId eq \(tenant)", []),
        (
            "/servicePrincipals?$filter=appId eq '\(tenant)'",
            [ResourceReference(.guid, tenant, at: "\(tenant) in $filter")]
        ),
        ("/sites?search=contoso.sharepoint.com", [host("contoso.sharepoint.com", "contoso.sharepoint.com in search")]),
    ]

    @Test(arguments: paths)
    func thePathAndTheQueryAreSearched(path: String, references: [ResourceReference]) {
        #expect(RequestReferences(path: ResourcePath(path)).all == references)
    }

    static let bodies: [(path: String, body: String, references: [ResourceReference])] = [
        (
            "/search/query", #"{"queryString":"path:\"https://contoso.sharepoint.com/sites/hr\""}"#,
            [host("contoso.sharepoint.com", "contoso.sharepoint.com in the body")]
        ),
        ("/me/sendMail", #"{"to":"dana@fabrikam.example","url":"https://contoso.sharepoint.com"}"#, []),
        (
            "/directoryObjects/getByIds", #"{"ids":["\#(tenant)"]}"#,
            [ResourceReference(.guid, tenant, at: "\(tenant) in the body")]
        ),
        (
            "/$batch", #"{"requests":[{"id":"1","method":"get","url":"/users/dana@fabrikam.example"}]}"#,
            [user("dana@fabrikam.example", "users/dana@fabrikam.example")]
        ),
        (
            "/$batch",
            #"{"requests":[{"method":"GET","url":"/users/a@b.example"},{"method":"DELETE","url":"/users/a@c.example"}]}"#,
            []
        ),
        ("/$batch", #"{"requests":[{"method":"GET","url":"/$batch"}]}"#, []), ("/$batch", "{", []), ("/$batch", "", []),
    ]

    @Test(arguments: bodies)
    func theBodyOfAReadIsSearched(path: String, body: String, references: [ResourceReference]) {
        #expect(RequestReferences(path: ResourcePath(path), body: Data(body.utf8)).all == references)
    }

    @Test func idsAreThoseOfThePath() {
        let path = ResourcePath("/teams/\(Self.tenant)/channels/19:abc@thread.tacv2?$filter=id eq '\(Self.tenant)'")
        #expect(RequestReferences(path: path).ids == [Self.tenant, "19:abc@thread.tacv2"])
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsAccepted(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let path = ResourcePath(generator.text(upTo: 60) + "?$filter=" + generator.text(upTo: 100))
            let references = RequestReferences(path: path, body: Data(generator.text(upTo: 100).utf8)).all
            #expect(Set(references).count == references.count)
            #expect(references.allSatisfy { !$0.value.isEmpty && !$0.place.isEmpty })
        }
    }
}
