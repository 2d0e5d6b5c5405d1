/// The parts of the built-in table, so that a lookup reads only the one that a path can be in.
enum BuiltInArea: CaseIterable {
    case mail, calendars, contacts, files, tasks, notes, people, users, groups, teams, chats, sites, directory
    case applications, reports, audit, deviceManagement, search, subscriptions

    /// - Parameter segments: of a path, in lower case.
    static func of(_ segments: [String]) -> BuiltInArea {
        switch segments.first {
        case "me": ofPerson(segments.dropFirst().first)
        case "users": ofPerson(segments.dropFirst(2).first)
        default: ofRoot(segments.first)
        }
    }

    private static func ofPerson(_ segment: String?) -> BuiltInArea {
        switch segment {
        case "messages", "mailfolders", "sendmail", "outlook", "inferenceclassification", "mailboxsettings",
            "getmailtips":
            .mail
        case "calendar", "calendars", "calendarview", "calendargroups", "events", "findmeetingtimes", "reminderview":
            .calendars
        case "contacts", "contactfolders": .contacts
        case "drive", "drives": .files
        case "todo", "planner": .tasks
        case "onenote": .notes
        case "people", "insights", "presence", "onlinemeetings", "profile", "settings": .people
        case "joinedteams", "teamwork": .teams
        case "chats": .chats
        case "followedsites": .sites
        default: .users
        }
    }

    private static func ofRoot(_ segment: String?) -> BuiltInArea {
        switch segment {
        case "places": .calendars
        case "contacts": .contacts
        case "drive", "drives", "shares": .files
        case "planner": .tasks
        case "communications": .people
        case "groups", "grouplifecyclepolicies", "groupsettings", "groupsettingtemplates": .groups
        case "teams", "appcatalogs": .teams
        case "chats": .chats
        case "sites": .sites
        case "applications", "serviceprincipals", "oauth2permissiongrants", "schemaextensions": .applications
        case "reports", "admin": .reports
        case "auditlogs", "security": .audit
        case "devicemanagement", "deviceappmanagement": .deviceManagement
        case "search", "print", "external": .search
        case "subscriptions", "$batch": .subscriptions
        default: .directory
        }
    }

    var rows: [PermissionRow] {
        text.utf8.split(separator: UInt8(ascii: "\n")).compactMap { PermissionRow(Substring($0)) }
    }

    private var text: String {
        switch self {
        case .mail: BuiltInArea.mailRows
        case .calendars: BuiltInArea.calendarRows
        case .contacts: BuiltInArea.contactRows
        case .files: BuiltInArea.fileRows
        case .tasks: BuiltInArea.taskRows
        case .notes: BuiltInArea.noteRows
        case .people: BuiltInArea.peopleRows
        case .users: BuiltInArea.userRows
        case .groups: BuiltInArea.groupRows
        case .teams: BuiltInArea.teamRows
        case .chats: BuiltInArea.chatRows
        case .sites: BuiltInArea.siteRows
        case .directory: BuiltInArea.directoryRows
        case .applications: BuiltInArea.applicationRows
        case .reports: BuiltInArea.reportRows
        case .audit: BuiltInArea.auditRows
        case .deviceManagement: BuiltInArea.deviceManagementRows
        case .search: BuiltInArea.searchRows
        case .subscriptions: BuiltInArea.subscriptionRows
        }
    }
}
