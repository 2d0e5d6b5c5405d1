import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct RequestReferencesTests {
    private static let guid = "7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01"
    private static let sharing = "u!aHR0cHM6Ly9jb250b3NvLW15LnNoYXJlcG9pbnQuY29tLzp4Oi9n"

    private static func user(_ name: String, _ place: String) -> ResourceReference {
        ResourceReference(.userPrincipalName, name, at: place)
    }
    private static func host(_ name: String) -> ResourceReference {
        ResourceReference(.sharePointHost, name, at: name)
    }
    private static func item(_ id: String, _ collection: String) -> ResourceReference {
        ResourceReference(.item, id, at: "\(collection)/\(id)")
    }
    private static func own(_ id: String, _ collection: String) -> ResourceReference {
        ResourceReference(.ownItem, id, at: "\(collection)/\(id)")
    }

    static let paths: [(path: String, references: [ResourceReference])] = [
        ("/me", []), ("/me/chats", []), ("/users", []), ("", []), ("/applications/getAvailableExtensionProperties", []),
        ("/users/dana@fabrikam.example", [user("dana@fabrikam.example", "users/dana@fabrikam.example")]),
        (
            "/v1.0/Users/dana%40fabrikam.example/messages",
            [user("dana@fabrikam.example", "Users/dana@fabrikam.example")]
        ),
        ("users('o''neil@fabrikam.example')", [user("o'neil@fabrikam.example", "users/o'neil@fabrikam.example")]),
        (
            "/users/dana_contoso.example#EXT#@fabrikam.example",
            [user("dana_contoso.example#EXT#@fabrikam.example", "users/dana_contoso.example#EXT#@fabrikam.example")]
        ),
        ("/places/room@contoso.example", [user("room@contoso.example", "places/room@contoso.example")]),
        (
            "/solutions/bookingBusinesses/desk@contoso.example/services",
            [user("desk@contoso.example", "bookingBusinesses/desk@contoso.example")]
        ),
        ("/sites/contoso.sharepoint.com:/sites/hr:/lists", [host("contoso.sharepoint.com")]),
        (
            "/sites/contoso-my.sharepoint.us", [host("contoso-my.sharepoint.us")]
        ),
        (
            "/sites/contoso.sharepoint.com,\(guid),\(guid)/lists",
            [host("contoso.sharepoint.com"), item("contoso.sharepoint.com,\(guid),\(guid)", "sites")]
        ),
        (
            "/shares/\(sharing)/driveItem",
            [ResourceReference(.sharingLink, "contoso-my.sharepoint.com", at: "contoso-my.sharepoint.com")]
        ),
        ("/organization/\(guid)", [ResourceReference(.tenant, guid, at: "organization/\(guid)")]),
        ("/domains/fabrikam.example", [ResourceReference(.domain, "fabrikam.example", at: "domains/fabrikam.example")]),
        ("/groups/\(guid)/members/\(guid)", [item(guid, "groups")]),
        (
            "/users(userPrincipalName='dana@fabrikam.example')/messages",
            [user("dana@fabrikam.example", "users/dana@fabrikam.example")]
        ),
        ("/groups(id='\(guid)')", [item(guid, "groups")]),
        ("/myorganization/groups/\(guid)", [item(guid, "groups")]),
        ("https://graph.microsoft.com/v1.0/MyOrganization/users/x", []), ("/myorganization", []),
        ("/\(guid)/users", [ResourceReference(.tenant, guid, at: guid)]),
        (
            "https://graph.microsoft.com/v2/\(guid)/directoryObjects/\(guid)/Microsoft.DirectoryServices.User",
            [
                ResourceReference(.tenant, guid, at: guid),
                ResourceReference(.directoryObject, guid, at: "directoryObjects/\(guid)"),
            ]
        ),
        (
            "/fabrikam.example/users/dana@fabrikam.example",
            [
                ResourceReference(.domain, "fabrikam.example", at: "fabrikam.example"),
                user("dana@fabrikam.example", "users/dana@fabrikam.example"),
            ]
        ),
        ("/applications/microsoft.graph.agentIdentityBlueprint/\(guid)", [item(guid, "applications")]),
        ("/groups/\(guid)/drive/root:/HR/Templates/offer.docx:/content", [item(guid, "groups")]),
        ("/groups/\(guid)/drive/root:/termstore.xlsx", [item(guid, "groups")]),
        ("/applications/\(guid)/synchronization/templates/\(guid)", [item(guid, "applications")]),
        ("/groups/\(guid)/sites/root/termStore/groups/\(guid)", [item(guid, "groups")]),
        (
            "/copilot/users/dana@fabrikam.example/interactionHistory",
            [user("dana@fabrikam.example", "users/dana@fabrikam.example")]
        ),
        ("/drive/items/01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K", [own("01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K", "items")]),
        ("/me/joinedTeams/\(guid)", [ResourceReference(.directoryObject, guid, at: "joinedTeams/\(guid)")]),
        ("/users/dana@fabrikam.example%20/messages", [user("dana@fabrikam.example", "users/dana@fabrikam.example")]),
        (
            "/directoryObjects/\(guid)",
            [ResourceReference(.directoryObject, guid, at: "directoryObjects/\(guid)")]
        ),
        ("/directory/deletedItems/\(guid)/restore", [item(guid, "deletedItems")]),
        ("/communications/presences/\(guid)/setPresence", [item(guid, "presences")]),
        ("/education/classes/\(guid)", [item(guid, "classes")]),
        (
            "/directory/onPremisesSynchronization/\(guid)",
            [ResourceReference(.tenant, guid, at: "onPremisesSynchronization/\(guid)")]
        ),
        (
            "/bookingBusinesses/desk@contoso.example",
            [user("desk@contoso.example", "bookingBusinesses/desk@contoso.example")]
        ),
        (
            "/me/drive/items/01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K:/n1A2b3C4d5E6f7G8.txt:/content",
            [own("01BYE5RZ6QN3ZWBTUFOFD3GSPGOHDJD36K", "items")]
        ),
        ("/me/chats/19:meeting_x@thread.v2/messages", [item("19:meeting_x@thread.v2", "chats")]),
        ("/me/planner/tasks/hsOf2dhOJkqyYYZEtdzDe2QAIUCR", [item("hsOf2dhOJkqyYYZEtdzDe2QAIUCR", "tasks")]),
        ("/drives/48d31887fa3fae94", [item("48d31887fa3fae94", "drives")]),
        ("/me/messages/AAMkAGI2THVSAAA=", [own("AAMkAGI2THVSAAA=", "messages")]),
        ("/users/\(guid)/messages/AAMkAGI2THVSAAA=", [item(guid, "users"), item("AAMkAGI2THVSAAA=", "messages")]),
        ("/chats/19:meeting_x@thread.v2/messages", [item("19:meeting_x@thread.v2", "chats")]),
        (
            "/users?$filter=userPrincipalName eq 'dana@fabrikam.example' and accountEnabled eq true",
            [user("dana@fabrikam.example", "dana@fabrikam.example in $filter")]
        ),
        (
            "/users?$filter=userPrincipalName+eq+'dana@fabrikam.example'",
            [user("dana@fabrikam.example", "dana@fabrikam.example in $filter")]
        ),
        (
            "/users?$filter=userPrincipalName in ('a@fabrikam.example')",
            [user("a@fabrikam.example", "a@fabrikam.example in $filter")]
        ),
        (
            "/users/$count?filter=endswith(userPrincipalName,'@fabrikam.example')",
            [ResourceReference(.domain, "fabrikam.example", at: "@fabrikam.example in filter")]
        ),
        (
            "/users?$filter=(accountEnabled eq true or city eq 'a') and startsWith( userPrincipalName , 'o''neil@x.example' )",
            [user("o'neil@x.example", "o'neil@x.example in $filter")]
        ),
        (
            "/users?$filter=userPrincipalName in ('a@x.example', 'b@y.example') or userPrincipalName eq 'c@z.example'",
            ["a@x.example", "b@y.example", "c@z.example"].map { user($0, "\($0) in $filter") }
        ),
        (
            "/users?$filter=((userPrincipalName eq 'a@x.example' or userPrincipalName in ('b@y.example')) and city eq 'c')",
            ["a@x.example", "b@y.example"].map { user($0, "\($0) in $filter") }
        ),
        (
            "/users?$filter=(endswith(userPrincipalName,'@x.example'))",
            [ResourceReference(.domain, "x.example", at: "@x.example in $filter")]
        ),
        (
            "/users?$filter=displayName eq 'x and y (' and userPrincipalName eq 'a@x.example'",
            [user("a@x.example", "a@x.example in $filter")]
        ),
    ]

    @Test(arguments: paths)
    func addressedResourceIsAReference(path: String, references: [ResourceReference]) {
        #expect(RequestReferences(path: ResourcePath(path)).all == references)
    }

    static let mentions = [
        // Names of folders and files.
        "/me/drive/root:/quarterly-report-2026/dana@fabrikam.example.docx:/content",
        "/me/drive/root:/quarterly-report-2026", "/me/people/dana@fabrikam.example",
        "/oauth2PermissionGrants", "/reports/getOffice365ActiveUserDetail(period='D7')",
        // Other tenants, as objects of one's own.
        "/tenantRelationships/findTenantInformationByTenantId(tenantId='\(guid)')",
        "/tenantRelationships/delegatedAdminCustomers/\(guid)", "/policies/crossTenantAccessPolicy/partners/\(guid)",
        "/policies/crossTenantAccessPolicy/partners/\(guid)/identitySynchronization", "/contracts/\(guid)",
        "/identityGovernance/entitlementManagement/connectedOrganizations/\(guid)",
        "/directory/outboundSharedUserProfiles/\(guid)/tenants/\(guid)",
        "/directory/inboundSharedUserProfiles/\(guid)",
        // Ids that are the same in every tenant.
        "/directoryRoleTemplates/\(guid)", "/roleManagement/directory/roleDefinitions/\(guid)",
        "/me/authentication/methods/\(guid)", "/applicationTemplates/\(guid)/instantiate",
        "/policies/permissionGrantPolicies/microsoft-user-default-low", "/groupSettingTemplates/\(guid)",
        "/servicePrincipals/\(guid)", "/servicePrincipals(appId='\(guid)')", "/applications(appId='\(guid)')",
        "/sites/root/termStore/groups/\(guid)", "/sites/root/termStores/\(guid)/groups/\(guid)",
        "/admin/serviceAnnouncement/messages/MC1234567/attachments/\(guid)", "/external/connections/hr/items/\(guid)",
        // What several tenants may open.
        "/shares/s!AgABCD1234efGH5678", "/shares/\(guid)/driveItem",
        // Titles and keys that somebody chose.
        "/sites/root/lists/Onboarding-Checklist", "/sites/root/lists/OnboardingChecklist2026",
        "/external/connections/hr/items/employee-handbook-2026", "/sites/root/lists/Q3-Budget-Review-2026-v2",
        "/identityGovernance/lifecycleWorkflows/workflowTemplates/\(guid)/tasks/\(guid)",
        // Values in a query.
        "/me/messages?$filter=from/emailAddress/address eq 'dana@fabrikam.example'",
        "/me/messages?$search=\"contoso.sharepoint.com\"", "/users?$filter=mail eq 'dana@fabrikam.example'",
        "/users?$filter=userPrincipalName ne 'dana@fabrikam.example'",
        "/users?$filter=not endswith(userPrincipalName,'@fabrikam.example')",
        "/users?$filter=not(displayName eq 'x' or endswith(userPrincipalName,'@fabrikam.example'))",
        "/users?$filter=not (userPrincipalName eq 'dana@fabrikam.example')",
        "/users?$filter=(not (userPrincipalName eq 'dana@fabrikam.example'))",
        "/users?$filter=(accountEnabled eq true and not(userPrincipalName eq 'dana@fabrikam.example'))",
        "/users?$filter=(userPrincipalName eq 'dana@fabrikam.example') eq false",
        "/users?$filter=not(accountEnabled eq true and userPrincipalName eq 'dana@fabrikam.example')",
        "/users?$filter=endswith(userPrincipalName,'@fabrikam.example') eq false",
        "/users?$filter=userPrincipalName ge 'dana@fabrikam.example'",
        "/users?$filter=userPrincipalName lt 'dana@fabrikam.example'",
        "/users?$filter=not userPrincipalName in ('dana@fabrikam.example')",
        "/users?$filter=contains(userPrincipalName,'@fabrikam.example')",
        "/users?$filter=displayName eq 'or userPrincipalName eq ''dana@fabrikam.example'' or'",
        "/users?$filter=manager/userPrincipalName eq 'dana@fabrikam.example'",
        "/users?$search=\"userPrincipalName:dana@fabrikam.example\"",
        "/auditLogs/signIns?$filter=userPrincipalName eq 'dana@fabrikam.example'",
        "/reports/authenticationMethods/userRegistrationDetails?$filter=userPrincipalName eq 'd@fabrikam.example'",
        "/servicePrincipals?$filter=appOwnerOrganizationId eq \(guid)",
        "/servicePrincipals?$filter=appId eq '\(guid)'", "/sites?search=contoso.sharepoint.com",
        "/sites/root/lists/Links/items?$filter=fields/Url eq 'https://fabrikam.sharepoint.com'",
        "/groups?$filter=id eq '\(guid)'",
    ]

    @Test(arguments: mentions)
    func mentionedResourceIsNoReference(path: String) {
        #expect(RequestReferences(path: ResourcePath(path)).all.isEmpty)
    }

    static let bodies: [(body: String, requests: [String]?)] = [
        (
            #"{"requests":[{"id":"1","method":"get","url":"/users/a@b.example"},{"method":"DELETE","url":"/groups/1"}]}"#,
            ["GET /users/a@b.example", "DELETE /groups/1"]
        ),
        (
            #"{"requests":[{"method":"POST","url":"/x","headers":{"A":"b"},"body":{"to":"x@c.example"}}]}"#,
            ["POST /x"]
        ),
        // What does not say where a request goes is not judged here.
        (
            #"{"requests":[{"id":1,"method":"PATCH","url":"/me","headers":{"a":1,"b":null,"c":[]},"x":{}}]}"#,
            ["PATCH /me"]
        ), (#"{"requests":[]}"#, []), ("{", nil), ("", nil), (#"{"requests":{}}"#, nil),
        (#"{"requests":[{"method":"GET"}]}"#, nil), (#"{"requests":[{"method":1,"url":"/me"}]}"#, nil),
        // A server may take either of two members.
        (#"{"requests":[],"requests":[{"method":"DELETE","url":"/me"}]}"#, nil),
        (#"{"requests":[{"method":"DELETE","url":"/me"}],"Requests":[]}"#, nil),
        (#"{"requests":[{"method":"DELETE","method":"GET","url":"/me"}]}"#, nil),
        (#"{"requests":[{"method":"GET","url":"/users/a@b.example","url":"/me"}]}"#, nil),
        (#"{"requests":[{"method":"GET","\u0075rl":"/users/a@b.example","url":"/me"}]}"#, nil),
        (#"{"requests":[{"method":"GET","url":"/me","URL":"/users/a@b.example"}]}"#, nil),
        (#"{"requests":[{"method":"GET","url":"/me","headers":{"X-HTTP-Method":"DELETE"},"headers":{}}]}"#, nil),
    ]

    @Test(arguments: [
        #""X-HTTP-Method":"DELETE","x-http-method":"GET""#, #""x-http-method":"GET","X-HTTP-Method":"DELETE""#,
    ])
    func repeatedHeaderOfAPartIsKept(headers: String) throws {
        let body = #"{"requests":[{"method":"GET","url":"/me","headers":{\#(headers)}}]}"#
        #expect(try #require(GraphRequest.batched(in: Data(body.utf8))?.first).effectiveMethod == "DELETE")
    }

    @Test(arguments: bodies)
    func batchHasTheRequestsOfItsBody(body: String, requests: [String]?) {
        #expect(GraphRequest.batched(in: Data(body.utf8))?.map { "\($0.method) \($0.path)" } == requests)
    }

    @Test(arguments: [("/$batch", true), ("/v1.0/$BATCH", true), ("/me/$batch", false), ("/me/sendMail", false)])
    func onlyThePathOfABatchIsOne(path: String, isBatch: Bool) {
        #expect(GraphRequest(method: "POST", path: path).isBatch == isBatch)
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsAccepted(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let collections = ["users", "sites", "shares", "organization", "domains", "messages", "x"]
        for _ in 0..<100 {
            let path = ResourcePath(
                "/\(collections.randomElement(using: &generator) ?? "x")/" + generator.text(upTo: 60) + "?$filter="
                    + generator.text(upTo: 100))
            let references = RequestReferences(path: path).all
            #expect(Set(references).count == references.count)
            #expect(references.allSatisfy { !$0.value.isEmpty && !$0.place.isEmpty })
            #expect(GraphRequest.batched(in: Data(generator.text(upTo: 100).utf8)) == nil)
        }
    }
}
