extension APIResource {
    static let graph = APIResource(
        appID: "00000003-0000-0000-c000-000000000000", name: "Microsoft Graph",
        identifiers: [
            "https://graph.microsoft.com", "https://graph.microsoft.us", "https://dod-graph.microsoft.us",
            "https://microsoftgraph.chinacloudapi.cn", "https://graph.svc.sovcloud.fr",
        ],
        permissions: forPersonalAndWork + forWork + forAdministrators, defaults: ["User.Read"])

    private static let forPersonalAndWork: [DelegatedPermission] = [
        .personal("User.Read", "Read your profile"),
        .personal("User.ReadWrite", "Read and change your profile"),
        .personal("Mail.Read", "Read your mail"),
        .personal("Mail.ReadBasic", "Read the senders and subjects of your mail"),
        .personal("Mail.ReadWrite", "Read, write and delete your mail"),
        .personal("Mail.Send", "Send mail as you"),
        .personal("Calendars.Read", "Read your calendars"),
        .personal("Calendars.ReadWrite", "Read and change your calendars"),
        .personal("Contacts.Read", "Read your contacts"),
        .personal("Contacts.ReadWrite", "Read and change your contacts"),
        .personal("Files.Read", "Read your files"),
        .personal("Files.ReadWrite", "Read, write and delete your files"),
        .personal("Files.Read.All", "Read every file you can see"),
        .personal("Files.ReadWrite.All", "Read, write and delete every file you can see"),
        .personal("Notes.Read", "Read your notebooks"),
        .personal("Tasks.Read", "Read your tasks"),
        .personal("Tasks.ReadWrite", "Read and change your tasks"),
        .personal("People.Read", "Read the list of people you work with"),
    ]

    private static let forWork: [DelegatedPermission] = [
        .work("User.ReadBasic.All", "Read the basic profiles of everybody in your organization"),
        .work("Chat.Read", "Read your chats"),
        .work("Chat.ReadBasic", "Read the names and members of your chats"),
        .work("Chat.ReadWrite", "Read and write your chats"),
        .work("Team.ReadBasic.All", "Read the names of your teams"),
        .work("Channel.ReadBasic.All", "Read the names of your teams' channels"),
        .work("Sites.Read.All", "Read every site you can see"),
        .work("Presence.Read", "Read your presence"),
    ]

    private static let forAdministrators: [DelegatedPermission] = [
        .administrator("User.Read.All", "Read the full profiles of everybody in your organization"),
        .administrator("User.ReadWrite.All", "Change the profiles of everybody in your organization"),
        .administrator("User.RevokeSessions.All", "End the sessions of anybody in your organization"),
        .administrator("Group.Read.All", "Read every group"),
        .administrator("Group.ReadWrite.All", "Change every group"),
        .administrator("GroupMember.Read.All", "Read the members of every group"),
        .administrator("Directory.Read.All", "Read your organization's directory"),
        .administrator("Directory.ReadWrite.All", "Change your organization's directory"),
        .administrator("Organization.Read.All", "Read your organization's details"),
        .administrator("Domain.Read.All", "Read your organization's domains"),
        .administrator("AuditLog.Read.All", "Read the audit log"),
        .administrator("Application.Read.All", "Read every app registration"),
    ]
}
