import Testing

@testable import MicrosoftGraph

@Suite struct RequiredPermissionsTests {
    private func required(_ request: String) throws -> RequiredPermissions {
        let parts = request.split(separator: " ").map(String.init)
        return try #require(PermissionTable.builtIn.required(method: parts[0], path: ResourcePath(parts[1])))
    }

    @Test(arguments: [
        ("GET /me/messages", ["Mail.ReadBasic"]), ("GET /me/messages", ["openid", "mail.readwrite"]),
        ("GET /me/messages", ["https://graph.microsoft.com/Mail.Read"]),
        ("GET /me/messages", ["https://graph.microsoft.us/Mail.Read"]),
        ("GET /groups", ["Directory.Read.All"]), ("GET /users", ["User.ReadWrite.All"]),
        ("POST /identity/conditionalAccess/policies", ["Policy.ReadWrite.ConditionalAccess", "Policy.Read.All"]),
        (
            "POST /servicePrincipals/1/appRoleAssignedTo",
            ["AppRoleAssignment.ReadWrite.All", "Directory.ReadWrite.All"]
        ),
    ])
    func anIncludingScopeSatisfies(request: String, held: [String]) throws {
        #expect(try required(request).isSatisfied(by: held, for: .delegatedWork) == true)
        #expect(try required(request).isSatisfied(by: held + [".default"], for: .delegatedWork) == true)
    }

    @Test(arguments: [
        ("GET /me/messages", []), ("GET /me/messages", ["User.Read", "Mail.Send"]),
        ("POST /me/messages", ["Mail.Read"]),
        ("GET /users", ["User.Read"]),
        ("POST /identity/conditionalAccess/policies", ["Policy.ReadWrite.ConditionalAccess"]),
        ("GET /sites/getAllSites", ["Sites.FullControl.All"]), ("GET /users/other@x.example", ["User.Read"]),
    ])
    func aLesserScopeDoesNotSatisfy(request: String, held: [String]) throws {
        #expect(try required(request).isSatisfied(by: held, for: .delegatedWork) == false)
    }

    @Test func anUnknownRequirementGivesNil() throws {
        #expect(try required("POST /subscriptions").isSatisfied(by: ["Mail.Read"], for: .delegatedWork) == nil)
        #expect(
            try required("GET /me").isSatisfied(by: ["https://graph.microsoft.com/.default"], for: .delegatedWork)
                == nil)
    }

    @Test func aPersonalAccountIsNotServedEverything() throws {
        #expect(try required("GET /users").isSatisfied(by: ["User.Read.All"], for: .delegatedPersonal) == false)
        #expect(try required("GET /me").isSatisfied(by: ["User.Read"], for: .delegatedPersonal) == true)
        #expect(try required("GET /me").isSatisfied(by: ["User.Read.All"], for: .application) == false)
    }
}
