import Testing

@testable import MicrosoftGraph

/// The permissions of a request that is in both lists.
@Suite struct PermissionMergeTests {
    private func required(_ request: String, _ entries: [PermissionEntry]) throws -> RequiredPermissions? {
        let parts = request.split(separator: " ").map(String.init)
        return PermissionTable.builtIn.required(method: parts[0], path: ResourcePath(parts[1])) { shape in
            entries.filter { $0.pathShape == shape }
        }
    }

    private func entry(_ request: String, _ permissions: String) -> PermissionEntry {
        let parts = request.split(separator: " ").map(String.init)
        return PermissionEntry(method: parts[0], path: parts[1], permissions: permissions)
    }

    private func names(_ requirement: RequiredPermissions.Requirement?) -> [String]? {
        requirement?.options.map(\.name)
    }

    @Test func publishedListAddsMissingRequests() throws {
        let entries = [entry("GET /security/labels/{id}", "X.Read! | - | X.Read.All")]
        let found = try required("GET /security/labels/7", entries)
        #expect(found?.source == .published)
        #expect(found?.template == "/security/labels/{id}")
        #expect(found?.work == .anyOf([ScopeOption(name: "X.Read", mayNeedAdministrator: true)]))
    }

    @Test func tableOrdersThePermissionsOfThePublishedList() throws {
        let entries = [entry("GET /me/messages", "Mail.Read, Mail.ReadBasic, Mail.ReadWrite | Mail.Read | Mail.Read")]
        let found = try required("GET /me/messages", entries)
        #expect(names(found?.work) == ["Mail.ReadBasic", "Mail.Read", "Mail.ReadWrite"])
        #expect(names(found?.personal) == ["Mail.Read"])
        #expect(found?.application == .notServed)
        #expect(found?.remark == "Bodies and attachments need Mail.Read.")
    }

    @Test func correctionsComeBeforeThePublishedList() throws {
        let entries = [entry("GET /organization", "DeviceManagementServiceConfig.Read.All! | User.Read | -")]
        let found = try required("GET /organization", entries)
        #expect(found?.work.least?.name == "User.Read")
        #expect(found?.personal == .notServed)
        #expect(found?.source == .builtIn)
        let photo = try required("GET /me/photo/$value", [entry("GET /me/photo", "User.Read | - | -")])
        #expect(photo?.personal.least?.name == "User.Read")
    }

    /// The list misspells paths, so that the right spelling lacks kinds of account.
    @Test func publishedListAloneRulesOutPersonalAccountsAlone() throws {
        let entries = [
            entry("GET /zones/{id}", "- | - | A.Read.All"), entry("PATCH /zones/{id}", "A.Write | A.Write | -"),
            entry("GET /areas", "- | - | A.Read.All"), entry("GET /parts", "A.Read | - | -"),
        ]
        #expect(try required("GET /zones/1", entries)?.unsupported == [])
        #expect(try required("GET /areas", entries)?.unsupported == [.delegatedPersonal])
        #expect(try required("GET /parts", entries)?.unsupported == [.delegatedPersonal])
        #expect(try required("GET /parts", entries)?.application == .notServed)
    }

    @Test func nameIsCloserThanAPlaceholder() throws {
        let entries = [entry("GET /zones/{id}", "A.Read | - | -"), entry("GET /zones/root", "B.Read | - | -")]
        #expect(names(try required("GET /zones/root", entries)?.work) == ["B.Read"])
        #expect(names(try required("GET /zones/1", entries)?.work) == ["A.Read"])
        #expect(try required("GET /zones/$count", entries) == nil)
    }

    @Test func permissionsForUsersHoldForMe() throws {
        let entries = [entry("GET /users/{id}/zones", "A.Read | A.Read | A.Read.All")]
        let found = try required("GET /me/zones", entries)
        #expect(found?.template == "/me/zones")
        #expect(found?.application == .notServed)
        #expect(names(found?.personal) == ["A.Read"])
    }

    @Test func listIsReadOnlyForShapesThatCanMatch() {
        var places: [PermissionEntry.PathShape] = []
        _ = PermissionTable.builtIn.required(method: "GET", path: ResourcePath("/me/zones/1")) { place in
            places.append(place)
            return []
        }
        #expect(places.map(\.root) == ["me", "users"])
        #expect(places.map(\.depth) == [3, 4])
    }

    private struct Unreadable: Error {}

    @Test func errorOfTheListIsPassedOn() {
        #expect(throws: Unreadable.self) {
            try PermissionTable.builtIn.required(method: "GET", path: ResourcePath("/me")) { _ in throw Unreadable() }
        }
    }
}
