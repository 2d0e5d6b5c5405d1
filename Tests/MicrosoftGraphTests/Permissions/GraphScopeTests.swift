import HostileInput
import Testing

@testable import MicrosoftGraph

@Suite struct GraphScopeTests {
    @Test(arguments: [
        ("User.Read", "User.Read"), ("https://graph.microsoft.com/User.Read", "User.Read"),
        ("HTTPS://Graph.Microsoft.US/Mail.Read", "Mail.Read"), ("https://dod-graph.microsoft.us/.default", ".default"),
        ("https://microsoftgraph.chinacloudapi.cn/Mail.Send", "Mail.Send"),
        ("00000003-0000-0000-c000-000000000000/User.Read", "User.Read"),
        ("https://vault.azure.net/.default", "https://vault.azure.net/.default"), ("", ""),
    ])
    func resourceIsNotPartOfTheName(text: String, name: String) {
        #expect(GraphScope(text).name == name)
        #expect(GraphScope(text) == GraphScope(name.uppercased()))
    }

    @Test(arguments: [
        "User.Read", "Mail.ReadBasic", "User.Read.All", "Calendars.Read.Shared", "RoleManagement.Read.Directory",
        "TeamsAppInstallation.ReadForUser", "Member.Read.Hidden", "openid", "profile", "EMAIL", "offline_access",
        "https://graph.microsoft.com/Files.Read",
    ])
    func readOnlyScopesAreRecognized(name: String) {
        #expect(GraphScope(name).isReadOnly)
    }

    @Test(arguments: [
        "Mail.ReadWrite", "Mail.Send", "Notes.Create", "Sites.Manage.All", "Sites.FullControl.All", "Team.Create",
        "Directory.AccessAsUser.All", ".default", "https://graph.microsoft.com/.default", "Files.ReadWrite.AppFolder",
        "TeamsAppInstallation.ReadWriteForUser", "Policy.ReadWrite.ConditionalAccess", "User.Invite.All",
        "Sites.Selected",
        "Read", "user_impersonation", "", "..", "Channel.Delete.All",
        "DeviceManagementManagedDevices.PrivilegedOperations.All",
    ])
    func scopesThatWriteAreRecognized(name: String) {
        #expect(!GraphScope(name).isReadOnly)
    }

    @Test(arguments: [
        ("Mail.ReadWrite", "Mail.Read"), ("Mail.Read", "Mail.ReadBasic"), ("mail.readwrite", "Mail.ReadBasic"),
        ("Files.Read.All", "Files.Read"), ("Files.ReadWrite.All", "Files.Read"),
        ("Mail.Read.Shared", "Mail.Read.Shared"),
        ("Calendars.ReadWrite.Shared", "Calendars.Read.Shared"), ("Sites.FullControl.All", "Sites.Manage.All"),
        ("https://graph.microsoft.us/User.ReadWrite", "User.Read"), ("User.Read.All", "User.ReadBasic.All"),
        ("RoleManagement.ReadWrite.Directory", "RoleManagement.Read.Directory"), ("Mail.Send", "MAIL.SEND"),
    ])
    func higherScopeSuffices(held: String, wanted: String) {
        #expect(GraphScope(held).suffices(for: GraphScope(wanted)))
        if GraphScope(held) != GraphScope(wanted) {
            #expect(!GraphScope(wanted).suffices(for: GraphScope(held)))
        }
    }

    @Test(arguments: [
        ("Mail.ReadWrite", "Mail.Send"), ("Mail.Read.Shared", "Mail.Read"), ("Mail.Read", "Mail.Read.Shared"),
        ("Files.ReadWrite.AppFolder", "Files.Read"), ("User.Read", "User.Read.All"),
        ("Group.Read.All", "GroupMember.Read.All"),
        ("Directory.Read.All", "User.Read.All"), ("User.ReadWrite.All", "User.Invite.All"), (".default", "User.Read"),
        ("https://vault.azure.net/User.Read", "User.Read"), ("Policy.Read.All", "Policy.Read.ConditionalAccess"),
    ])
    func anotherScopeDoesNotSuffice(held: String, wanted: String) {
        #expect(!GraphScope(held).suffices(for: GraphScope(wanted)))
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsAccepted(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let (one, other) = (GraphScope(generator.text(upTo: 40)), GraphScope(generator.text(upTo: 40)))
            #expect(one.suffices(for: one))
            if one != other, one.suffices(for: other) { #expect(!other.suffices(for: one)) }
            _ = one.isReadOnly
        }
    }
}
