extension BuiltInArea {
    /// Of teams and their channels. The form is that of ``PermissionRow``.
    static let teamRows = """
        GET /me/joinedTeams | Team.ReadBasic.All, Directory.Read.All!, User.Read.All!, TeamSettings.Read.All! | - | \
            =
        GET /me/teamwork/associatedTeams | Team.ReadBasic.All, TeamSettings.Read.All! | - | =
        POST /teams | Team.Create, Directory.ReadWrite.All!, Group.ReadWrite.All! | - | =
        PATCH /teams/{id} | TeamSettings.ReadWrite.All!, Directory.ReadWrite.All!, Group.ReadWrite.All! | - | =
        POST /teams/{id}/archive,unarchive | TeamSettings.ReadWrite.All!, Directory.ReadWrite.All!, \
            Group.ReadWrite.All! | - | =
        POST /teams/{id}/clone | Team.Create, Directory.ReadWrite.All!, Group.ReadWrite.All! | - | =
        GET /teams/{id}/channels | Channel.ReadBasic.All, ChannelSettings.Read.All!, Directory.Read.All!, \
            Group.Read.All! | - | =
        POST /teams/{id}/channels | Channel.Create!, Directory.ReadWrite.All!, Group.ReadWrite.All! | - | =
        GET /teams/{id}/allChannels,incomingChannels,primaryChannel | Channel.ReadBasic.All, \
            ChannelSettings.Read.All! | - | =
        GET /teams/{id}/channels/{id} | Channel.ReadBasic.All, ChannelSettings.Read.All!, Directory.Read.All!, \
            Group.Read.All! | - | =
        PATCH /teams/{id}/channels/{id} | ChannelSettings.ReadWrite.All!, Directory.ReadWrite.All!, \
            Group.ReadWrite.All! | - | =
        DELETE /teams/{id}/channels/{id} | Channel.Delete.All!, Directory.ReadWrite.All!, Group.ReadWrite.All! | - | \
            =
        POST /teams/{id}/channels/{id}/messages | ChannelMessage.Send, Group.ReadWrite.All! | - | \
            Teamwork.Migrate.All
        GET /teams/{id}/channels/{id}/messages/delta | ChannelMessage.Read.All!, Group.Read.All! | - | \
            Group.Read.All
        PATCH /teams/{id}/channels/{id}/messages/{id} | - | - | ChannelMessage.UpdatePolicyViolation.All
        GET /teams/{id}/channels/{id}/messages/{id}/replies | ChannelMessage.Read.All!, Group.Read.All! | - | \
            Group.Read.All
        POST /teams/{id}/channels/{id}/messages/{id}/replies | ChannelMessage.Send, Group.ReadWrite.All! | - | \
            Teamwork.Migrate.All
        GET /teams/{id}/channels/{id}/messages/{id}/replies/{id} | ChannelMessage.Read.All!, Group.Read.All! | - | \
            Group.Read.All
        PATCH /teams/{id}/channels/{id}/messages/{id}/replies/{id} | - | - | \
            ChannelMessage.UpdatePolicyViolation.All
        GET /teams/{id}/channels/{id}/members | ChannelMember.Read.All!, Group.Read.All! | - | \
            ChannelMember.Read.All
        POST /teams/{id}/channels/{id}/members | ChannelMember.ReadWrite.All! | - | =
        GET /teams/{id}/channels/{id}/members/{id} | ChannelMember.Read.All! | - | =
        PATCH /teams/{id}/channels/{id}/members/{id} | ChannelMember.ReadWrite.All!, Directory.ReadWrite.All!, \
            Group.ReadWrite.All! | - | Directory.ReadWrite.All
        DELETE /teams/{id}/channels/{id}/members/{id} | ChannelMember.ReadWrite.All! | - | =
        POST /teams/{id}/members | TeamMember.ReadWriteNonOwnerRole.All!, TeamMember.ReadWrite.All! | - | =
        PATCH,DELETE /teams/{id}/members/{id} | TeamMember.ReadWriteNonOwnerRole.All!, TeamMember.ReadWrite.All! | - \
            | =
        POST /teams/{id}/members/add | TeamMember.ReadWriteNonOwnerRole.All!, TeamMember.ReadWrite.All! | - | =
        GET /teams/{id}/tags | TeamworkTag.Read! | - | TeamworkTag.Read.All
        POST /teams/{id}/tags | TeamworkTag.ReadWrite! | - | TeamworkTag.ReadWrite.All
        GET /teams/{id}/schedule | Schedule.Read.All!, Group.Read.All! | - | Schedule.Read.All
        PUT /teams/{id}/schedule | Schedule.ReadWrite.All!, Group.ReadWrite.All! | - | Schedule.ReadWrite.All
        GET /teams/{id}/schedule/shifts | Schedule.Read.All!, Group.Read.All! | - | Schedule.Read.All
        POST /teams/{id}/schedule/shifts | Schedule.ReadWrite.All!, Group.ReadWrite.All! | - | \
            Schedule.ReadWrite.All
        POST /teams/{id}/sendActivityNotification | TeamsActivity.Send | - | =
        GET /appCatalogs/teamsApps | AppCatalog.Submit, Directory.Read.All!, AppCatalog.Read.All | - | \
            AppCatalog.Read.All
        POST /appCatalogs/teamsApps | AppCatalog.Submit, Directory.ReadWrite.All!, AppCatalog.ReadWrite.All! | - | -
        DELETE /appCatalogs/teamsApps/{id} | AppCatalog.Submit, Directory.ReadWrite.All!, AppCatalog.ReadWrite.All! \
            | - | -
        ~GET /teams/{id} | Team.ReadBasic.All, TeamSettings.Read.All!, Group.Read.All!, Directory.Read.All! | - | \
            Team.ReadBasic.All
        ~GET /teams/{id}/channels/{id}/filesFolder | Files.Read.All, Files.Read, Sites.Read.All, Group.Read.All! | - \
            | Files.Read.All
        ~GET /teams/{id}/members | TeamMember.Read.All! | - | =
        ~GET /teams/{id}/members/{id} | TeamMember.Read.All! | - | =
        # Of two least marks for apps, the list's name that comes first is the broader one.
        ~GET /teams/{id}/channels/{id}/messages/{id} | ChannelMessage.Read.All!, Group.Read.All! | - | \
            ChannelMessage.Read.All
        ~GET /teams/{id}/channels/{id}/messages | ChannelMessage.Read.All!, Group.Read.All! | - | \
            ChannelMessage.Read.All
        """
}
