import Testing

@testable import MicrosoftGraph

@Suite struct PermissionTableTests {
    struct Request: Sendable, CustomTestStringConvertible {
        let method, path: String
        let work, personal: String?

        init(_ request: String, _ work: String?, _ personal: String?) {
            let parts = request.split(separator: " ", maxSplits: 1).map(String.init)
            (method, path, self.work, self.personal) = (parts[0], parts[1], work, personal)
        }

        var testDescription: String { "\(method) \(path)" }
    }

    /// The scopes of the documentation, checked by hand; nil where that kind of account is not supported.
    @Test(arguments: [
        Request("GET /me", "User.Read", "User.Read"), Request("GET /me/messages", "Mail.ReadBasic", "Mail.ReadBasic"),
        Request("GET /me/messages/AAMk=", "Mail.Read", "Mail.Read"),
        Request("POST /me/sendMail", "Mail.Send", "Mail.Send"),
        Request("PATCH /me/messages/A", "Mail.ReadWrite", "Mail.ReadWrite"),
        Request("GET /me/events", "Calendars.ReadBasic", "Calendars.ReadBasic"),
        Request("GET /me/calendarView", "Calendars.ReadBasic", "Calendars.ReadBasic"),
        Request("POST /me/events", "Calendars.ReadWrite", "Calendars.ReadWrite"),
        Request("GET /me/drive/root/children", "Files.Read", "Files.Read"),
        Request("GET /me/drive/root:/a/b.txt:/content", "Files.Read", "Files.Read"),
        Request("PUT /drives/b!x/items/01/content", "Files.ReadWrite", "Files.ReadWrite"),
        Request("POST /me/drive/items/0/createUploadSession", "Files.ReadWrite", "Files.ReadWrite"),
        Request("GET /me/drive/sharedWithMe", "Files.Read.All", "Files.Read.All"),
        Request("GET /me/drive/items/0/workbook/worksheets('a')/range(address='A1')", "Files.ReadWrite", nil),
        Request("GET /users", "User.ReadBasic.All", nil),
        Request("GET /users/dana@x.example", "User.ReadBasic.All", "User.Read"),
        Request("GET /groups", "Group.ReadBasic.All", nil), Request("GET /groups/1", "Group.ReadBasic.All", nil),
        Request("GET /me/chats", "Chat.ReadBasic", nil), Request("GET /me/joinedTeams", "Team.ReadBasic.All", nil),
        Request("GET /teams/1/channels", "Channel.ReadBasic.All", nil),
        Request("POST /teams/1/channels/19:a@thread.tacv2/messages", "ChannelMessage.Send", nil),
        Request("GET /sites/h,1,2/lists", "Sites.Read.All", nil),
        Request("GET /sites/h:/sites/hr:/lists", "Sites.Read.All", nil),
        Request("GET /sites/root", "Sites.Read.All", nil),
        Request("GET /sites/h:/s:/drive/root:/a:/content", "Files.Read", nil),
        Request("GET /me/contacts", "Contacts.Read", "Contacts.Read"),
        Request("GET /me/todo/lists", "Tasks.Read", "Tasks.Read"),
        Request("GET /planner/tasks", "Tasks.Read", nil), Request("POST /planner/tasks", "Tasks.ReadWrite", nil),
        Request("GET /me/onenote/notebooks", "Notes.Create", "Notes.Create"),
        Request("GET /me/memberOf", "User.Read", nil),
        Request("GET /me/manager", "User.Read.All", nil), Request("GET /me/people", "People.Read", "People.Read"),
        Request("GET /me/presence", "Presence.Read", nil), Request("GET /me/insights/used", "Sites.Read.All", nil),
        Request("GET /me/mailboxSettings", "MailboxSettings.Read", "MailboxSettings.Read"),
        Request("GET /directoryRoles", "RoleManagement.Read.Directory", nil),
        Request("GET /auditLogs/signIns", "AuditLog.Read.All", nil),
        Request("GET /applications", "Application.Read.All", "Application.Read.All"),
        Request("GET /organization", "User.Read", nil), Request("GET /me/photo/$value", "User.Read", "User.Read"),
        Request("GET /users/a/photo/$value", "User.Read", "User.Read"), Request("GET /me/photo", "User.Read", nil),
        Request("POST /search/query", "Mail.Read", nil), Request("GET /users/$count", "User.ReadBasic.All", nil),
        Request("POST /groups/1/members/$ref", "GroupMember.ReadWrite.All", nil),
        Request("DELETE /me/todo/lists/1", "Tasks.ReadWrite", "Tasks.ReadWrite"),
    ])
    func leastScopeIsKnown(request: Request) throws {
        let path = ResourcePath(request.path)
        let found = try #require(PermissionTable.builtIn.required(method: request.method, path: path))
        #expect(found.work.least?.name == request.work)
        #expect(found.personal.least?.name == request.personal)
        #expect(found.personal != .unknown)
        let shouting = ResourcePath(request.path.replacing("/me", with: "/ME"))
        #expect(PermissionTable.builtIn.required(method: request.method.lowercased(), path: shouting) == found)
    }

    @Test(arguments: [
        ("/users/dana@x.example/messages", "/users/{id}/messages"),
        ("/me/mailfolders/x/messages", "/me/mailFolders/{id}/messages"),
        ("/me/drive/root:/a:/content", "/me/drive/items/{id}/content"),
        ("/drives/x/items/y", "/drives/{id}/items/{id}"),
        ("/sites/h:/s:/drive/items/1/children", "/sites/{id}/drive/items/{id}/children"),
        ("/me/photo/$value", "/me/photo/$value"),
        ("/users/delta", "/users/delta"), ("/users/x", "/users/{id}"),
        ("/users/x/photo/$value", "/users/{id}/photo/$value"),
    ])
    func templateHasTheFormOfTheDocumentation(path: String, template: String) {
        #expect(PermissionTable.builtIn.required(method: "GET", path: ResourcePath(path))?.template == template)
    }

    @Test(arguments: [
        "/", "/me/nonsense", "/nonsense", "/me/messages/1/2/3/4", "/users/x/messages/1/nonsense", "/$metadata",
    ])
    func otherRequestsAreUnknown(path: String) {
        let answer = PermissionTable.builtIn.required(method: "GET", path: ResourcePath(path))
        #expect(answer == nil)
        #expect(PermissionTable.builtIn.required(method: "BREW", path: ResourcePath("/me")) == nil)
    }

    @Test func headNeedsThePermissionsOfGet() throws {
        let head = try #require(PermissionTable.builtIn.required(method: "head", path: ResourcePath("/me")))
        #expect(head.method == "HEAD")
        #expect(head.work == PermissionTable.builtIn.required(method: "GET", path: ResourcePath("/me"))?.work)
    }

    @Test func applicationsAreNotServedMe() throws {
        let me = try #require(PermissionTable.builtIn.required(method: "GET", path: ResourcePath("/me/messages")))
        #expect(me.application == .notServed)
        let user = try #require(
            PermissionTable.builtIn.required(method: "GET", path: ResourcePath("/users/a/messages")))
        #expect(user.application.least?.name == "Mail.ReadBasic.All")
    }

    @Test(
        arguments: [
            ("GET /users", Set([.delegatedPersonal])), ("GET /me/chats", [.delegatedPersonal, .application]),
            ("GET /sites/getAllSites", [.delegatedPersonal, .delegatedWork]),
            ("GET /me/messages", [.application]),
            ("PATCH /teams/1/channels/2/messages/3", [.delegatedPersonal]),
            ("POST /sites/1/permissions", [.delegatedPersonal]),
            ("POST /teams/1/channels/2/messages/3/replies", [.delegatedPersonal]),
        ] as [(String, Set<PermissionScheme>)])
    func onlyTheWholePathSaysThatAKindIsUnsupported(request: String, unsupported: Set<PermissionScheme>) throws {
        let parts = request.split(separator: " ").map(String.init)
        let found = try #require(PermissionTable.builtIn.required(method: parts[0], path: ResourcePath(parts[1])))
        #expect(found.unsupported == unsupported)
    }

    /// Functions and types are no ids.
    @Test(
        arguments: [
            ("/teams/1/channels/getAllMessages", nil), ("/users/getAllMessages", nil), ("/groups/getByIds", nil),
            ("/me/contacts/delta()", "/me/contacts"), ("/me/microsoft.graph.unheardOf()", nil),
            ("/groups/1/members/microsoft.graph.user", "/groups/{id}/members"),
            ("/groups/1/members/microsoft.graph.user/$count", "/groups/{id}/members"),
            ("/me/memberOf/microsoft.graph.group", "/me/memberOf"), ("/me/microsoft.graph.messages", "/me/messages"),
            ("/me/mailFolders/microsoft.graph.delta()", "/me/mailFolders/delta"),
            ("/users/getty@contoso.com", "/users/{id}"), ("/me/mailFolders/get1", "/me/mailFolders/{id}"),
        ] as [(String, String?)])
    func functionsAndTypesAreNoIDs(path: String, template: String?) {
        #expect(PermissionTable.builtIn.required(method: "GET", path: ResourcePath(path))?.template == template)
        let write = PermissionTable.builtIn.required(
            method: "DELETE", path: ResourcePath("/groups/1/members/microsoft.graph.user"))
        #expect(write == nil)
    }

    @Test func whatReadsARoleComesBeforeWhatReadsTheDirectory() {
        let permissions = ["Directory.Read.All", "RoleManagement.Read.Directory", "RoleManagement.Read.All"].map {
            RankedPermission(name: $0, isMarkedLeast: true, methodCount: 1, level: 3, method: "GET")
        }
        #expect(
            RankedPermission.ordered(permissions) == [
                "RoleManagement.Read.Directory", "RoleManagement.Read.All", "Directory.Read.All",
            ])
    }

    @Test func remarkTellsOfOtherConditions() throws {
        let found = try #require(PermissionTable.builtIn.required(method: "POST", path: ResourcePath("/subscriptions")))
        #expect(found.isUnknown)
        #expect(found.remark == "It takes the scope that reads the subscribed resource.")
    }

    @Test func pathsAreThoseOfTheMethod() {
        let paths = PermissionTable.builtIn.paths()
        for path in [
            "/me/messages", "/users", "/users/{id}/messages", "/drives/{id}/root/children", "/sites/{id}/lists",
        ] {
            #expect(paths.contains(path))
        }
        #expect(Set(paths).count == paths.count)
        let deleted = PermissionTable.builtIn.paths(serving: "delete")
        #expect(deleted.contains("/me/messages/{id}") && !deleted.contains("/me/messages"))
        #expect(PermissionTable.builtIn.paths(serving: "HEAD") == PermissionTable.builtIn.paths(serving: "GET"))
    }

    @Test func delegatedPermissionsAreListed() {
        let names = PermissionTable.builtIn.delegatedPermissions
        #expect(names.contains("Mail.Read") && names.contains("User.Read") && names == names.sorted())
        #expect(!names.contains("=") && !names.contains("?") && !names.contains { $0.hasSuffix("!") })
    }
}
