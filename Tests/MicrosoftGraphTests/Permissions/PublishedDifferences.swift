/// Why the built-in table does not have what Microsoft's list has, reason by reason.
enum PublishedDifferences {
    /// Requests, with the kind of account where only that differs.
    static let ofLeast: [String: [String]] = [
        "A group's calendar opens with the group's scopes, and personal accounts have no groups.": [
            "DELETE /groups/{id}/events/{id} application", "DELETE /groups/{id}/events/{id} delegatedPersonal",
            "DELETE /groups/{id}/events/{id} delegatedWork", "GET /groups/{id}/calendarView application",
            "GET /groups/{id}/calendarView delegatedPersonal", "GET /groups/{id}/events/{id} application",
            "GET /groups/{id}/events/{id} delegatedPersonal", "GET /groups/{id}/events/{id} delegatedWork",
            "PATCH /groups/{id}/events/{id} application", "PATCH /groups/{id}/events/{id} delegatedPersonal",
            "PATCH /groups/{id}/events/{id} delegatedWork",
        ],
        "Writing takes reading besides; the list has each alone, or marks the reading.": [
            "DELETE /identity/conditionalAccess/namedLocations/{id} application",
            "DELETE /identity/conditionalAccess/namedLocations/{id} delegatedWork",
            "DELETE /identity/conditionalAccess/policies/{id} application",
            "DELETE /identity/conditionalAccess/policies/{id} delegatedWork",
            "PATCH /identity/conditionalAccess/namedLocations/{id} application",
            "PATCH /identity/conditionalAccess/namedLocations/{id} delegatedWork",
            "PATCH /identity/conditionalAccess/policies/{id} application",
            "PATCH /identity/conditionalAccess/policies/{id} delegatedWork",
            "POST /identity/conditionalAccess/namedLocations application",
            "POST /identity/conditionalAccess/namedLocations delegatedWork",
            "POST /identity/conditionalAccess/policies application",
            "POST /identity/conditionalAccess/policies delegatedWork",
        ],
        "An app's own folder is one of many special folders and one of many items.": [
            "DELETE /me/drive/items/{id} delegatedPersonal", "DELETE /me/drive/items/{id} delegatedWork",
            "GET /me/drive/special/{id} delegatedPersonal", "GET /me/drive/special/{id}/children delegatedPersonal",
        ],
        "One row stands for all of Excel, which is not for personal accounts.": [
            "DELETE /me/drive/items/{id}/workbook/*", "GET /me/drive/items/{id}/workbook/*",
            "PATCH /me/drive/items/{id}/workbook/*", "POST /me/drive/items/{id}/workbook/*",
            "PUT /me/drive/items/{id}/workbook/*",
        ],
        "It is in no list: it depends on what the body or the path asks for.": [
            "DELETE /subscriptions/{id}", "GET /subscriptions", "GET /subscriptions/{id}",
            "PATCH /subscriptions/{id}", "POST /$batch", "POST /subscriptions",
        ],
        "The mark is wrong: it is of a permission for a special purpose; the general one is in the list.": [
            "GET /groups/{id} application", "GET /groups/{id} delegatedWork", "PATCH /groups/{id} application",
            "PATCH /groups/{id} delegatedWork",
        ],
        "The list has the photo's description alone; the documentation has the picture for personal accounts.": [
            "GET /me/photo/$value delegatedPersonal"
        ],
        "To read takes no writing.": [
            "GET /me/todo/lists/{id}/tasks/delta delegatedPersonal",
            "GET /me/todo/lists/{id}/tasks/delta delegatedWork",
        ],
        "The mark is wrong: the list marks device management, User.Read is in it and works.": [
            "GET /organization application", "GET /organization delegatedWork", "GET /organization/{id} application",
            "GET /organization/{id} delegatedWork", "PATCH /organization/{id} application",
            "PATCH /organization/{id} delegatedWork",
        ],
        "The list has what apps may; the documentation has people too.": [
            "DELETE /sites/{id}/permissions/{id} delegatedWork", "GET /sites/{id}/permissions/{id} delegatedWork",
            "PATCH /sites/{id}/permissions/{id} delegatedWork", "POST /sites/{id}/permissions delegatedWork",
            "PATCH /teams/{id}/channels/{id}/messages/{id} delegatedWork",
            "PATCH /teams/{id}/channels/{id}/messages/{id}/replies/{id} delegatedWork",
        ],
        "Personal accounts have neither sites nor teams, where the list puts their files.": [
            "GET /sites/{id}/drives delegatedPersonal",
            "GET /teams/{id}/channels/{id}/filesFolder delegatedPersonal",
        ],
        "Of what apps may, the list marks nothing or what does more.": [
            "GET /teams/{id} application", "GET /teams/{id}/channels/{id}/messages application",
            "GET /teams/{id}/channels/{id}/messages/{id} application", "GET /teams/{id}/members application",
            "GET /teams/{id}/members/{id} application",
            "POST /directory/administrativeUnits/{id}/members application",
            "PATCH /teams/{id}/channels/{id}/members/{id} application",
        ],
        "The list has only changing others; the documentation has User.ReadWrite for oneself.": [
            "PATCH /me delegatedWork"
        ],
        "The list lacks adding members, which takes what removing them takes.": [
            "POST /groups/{id}/members"
        ],
        "The list marks reading applications, since they have the same method.": [
            "POST /me/checkMemberGroups application", "POST /me/checkMemberGroups delegatedWork",
            "POST /me/checkMemberObjects application", "POST /me/checkMemberObjects delegatedWork",
            "POST /me/getMemberGroups application", "POST /me/getMemberGroups delegatedWork",
            "POST /me/getMemberObjects application", "POST /me/getMemberObjects delegatedWork",
            "POST /users/{id}/checkMemberGroups application", "POST /users/{id}/checkMemberGroups delegatedWork",
            "POST /users/{id}/checkMemberObjects application", "POST /users/{id}/checkMemberObjects delegatedWork",
            "POST /users/{id}/getMemberGroups application", "POST /users/{id}/getMemberGroups delegatedWork",
            "POST /users/{id}/getMemberObjects application", "POST /users/{id}/getMemberObjects delegatedWork",
        ],
        "The list marks the calendar, since events have the same method.": [
            "POST /me/messages/{id}/attachments/createUploadSession application",
            "POST /me/messages/{id}/attachments/createUploadSession delegatedPersonal",
            "POST /me/messages/{id}/attachments/createUploadSession delegatedWork",
        ],
    ]

    /// Scopes that include another, where the list has only the other.
    static let ofSufficiency: [String: [String]] = [
        "The list leaves it out for some requests and has it for others of the same service.": [
            "Application.ReadWrite.All for Application.Read.All", "Calendars.ReadWrite for Calendars.Read",
            "Calendars.ReadWrite for Calendars.ReadBasic", "Calendars.ReadWrite.Shared for Calendars.Read.Shared",
            "Chat.ReadWrite for Chat.Read", "Chat.ReadWrite.All for Chat.Read",
            "Chat.ReadWrite.All for Chat.ReadBasic", "Chat.ReadWrite.All for Chat.ReadWrite",
            "Contacts.ReadWrite for Contacts.Read", "Files.ReadWrite.All for Files.Read.All",
            "Group.Read.All for Group.ReadBasic.All", "Group.ReadWrite.All for Group.Read.All",
            "Group.ReadWrite.All for Group.ReadBasic.All", "GroupMember.ReadWrite.All for GroupMember.Read.All",
            "GroupMember.ReadWrite.All for GroupMember.ReadBasic.All",
            "IdentityRiskyUser.ReadWrite.All for IdentityRiskyUser.Read.All",
            "LicenseAssignment.ReadWrite.All for LicenseAssignment.Read.All", "Mail.ReadWrite for Mail.Read",
            "Mail.ReadWrite for Mail.ReadBasic", "MailboxSettings.ReadWrite for MailboxSettings.Read",
            "Presence.ReadWrite for Presence.Read", "User.Read.All for User.ReadBasic.All",
            "User.ReadWrite.All for User.Read.All", "User.ReadWrite.All for User.ReadBasic.All",
            "User.ReadWrite.All for User.ReadWrite",
        ],
        "The row was corrected by hand, and the list has the scope for others of the same kind of request.": [
            "Directory.Read.All for Directory.Read.All", "Directory.ReadWrite.All for Directory.Read.All",
            "Files.ReadWrite.AppFolder for Files.ReadWrite.AppFolder",
            "Organization.Read.All for Organization.Read.All",
            "Organization.ReadWrite.All for Organization.Read.All", "User.Read for User.Read",
            "User.Read.All for User.Read", "User.ReadWrite for User.Read", "User.ReadWrite.All for User.Read",
        ],
        "SharePoint's levels contain each other; the list often stops at the first that writes.": [
            "Sites.FullControl.All for Sites.Manage.All", "Sites.FullControl.All for Sites.Read.All",
            "Sites.FullControl.All for Sites.ReadWrite.All", "Sites.Manage.All for Sites.Read.All",
            "Sites.Manage.All for Sites.ReadWrite.All", "Sites.ReadWrite.All for Sites.Read.All",
        ],
    ]

    /// Prefixes of scopes for other purposes, which also permit these requests and are not requested for them.
    static let specialPurposes = [
        "AgentId": "identities of agents", "DeviceManagement": "Intune", "Group-": "single features of groups",
        "QnA.": "search answers", "Bookmark.": "search answers", "ExternalItem.": "search connectors",
    ]
}
