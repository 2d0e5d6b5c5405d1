extension BuiltInArea {
    /// Of groups. The form is that of ``PermissionRow``.
    static let groupRows = """
        GET /groups | Group.ReadBasic.All!, Directory.Read.All!, GroupMember.Read.All!, Group.ManageProtection.All! \
            | - | =
        POST /groups | Group.ReadWrite.All!, Directory.ReadWrite.All! | - | Group.Create
        GET /groups/{id}/planner/plans | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        GET /groups/delta | Group.ReadBasic.All!, Directory.Read.All!, GroupMember.Read.All! | - | =
        DELETE /groups/{id} | Group.ReadWrite.All! | - | =
        GET /groups/{id}/members,memberOf,transitiveMembers,transitiveMemberOf | GroupMember.ReadBasic.All!, \
            Directory.Read.All!, Group.ReadBasic.All! | - | =
        DELETE /groups/{id}/members/{id} | GroupMember.ReadWrite.All!, Directory.ReadWrite.All!, \
            Group.ReadWrite.All! | - | =
        GET /groups/{id}/owners | GroupMember.Read.All!, Directory.Read.All!, Group.Read.All! | - | =
        POST /groups/{id}/owners,renew | Group.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        DELETE /groups/{id}/owners/{id} | Group.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /groups/{id}/appRoleAssignments | Directory.Read.All!, AppRoleAssignment.ReadWrite.All! | - | =
        POST /groups/{id}/appRoleAssignments | AppRoleAssignment.ReadWrite.All! | - | =
        DELETE /groups/{id}/appRoleAssignments/{id} | AppRoleAssignment.ReadWrite.All! | - | =
        POST /groups/{id}/assignLicense | LicenseAssignment.ReadWrite.All, Directory.ReadWrite.All!, \
            Group.ReadWrite.All! | - | =
        GET /groups/{id}/calendar/events | Group.Read.All! | - | -
        POST /groups/{id}/calendar/events | Group.ReadWrite.All! | - | -
        GET /groups/{id}/events | Group.Read.All! | - | -
        POST /groups/{id}/events | Group.ReadWrite.All! | - | -
        GET /groups/{id}/conversations,threads | Group-Conversation.Read.All!, Group.Read.All! | - | =
        POST /groups/{id}/conversations,threads | Group-Conversation.ReadWrite.All!, Group.ReadWrite.All! | - | -
        GET /groups/{id}/threads/{id} | Group-Conversation.Read.All!, Group.Read.All! | - | =
        PATCH,DELETE /groups/{id}/threads/{id} | Group-Conversation.ReadWrite.All!, Group.ReadWrite.All! | - | =
        GET /groups/{id}/threads/{id}/posts | Group-Conversation.Read.All!, Group.Read.All! | - | =
        POST /groups/{id}/threads/{id}/reply | Group-Conversation.ReadWrite.All!, Group.ReadWrite.All! | - | -
        GET /groups/{id}/sites/root | Sites.Read.All | - | =
        GET /groups/{id}/team | Group.Read.All! | - | =
        PUT /groups/{id}/team | Group.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /groups/{id}/photo | ProfilePhoto.Read.All!, Group.Read.All! | - | =
        PUT,PATCH,DELETE /groups/{id}/photo | ProfilePhoto.ReadWrite.All!, Group.ReadWrite.All! | - | =
        GET /groups/{id}/settings | GroupSettings.Read.All!, Directory.Read.All!, Group.Read.All! | - | =
        POST /groups/{id}/settings | GroupSettings.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        POST /groups/{id}/checkMemberGroups,getMemberGroups | GroupMember.ReadBasic.All!, Directory.Read.All!, \
            Device.Read.All!, Group.ReadBasic.All!, Application.Read.All!, User.Read.All! | - | =
        GET /groupLifecyclePolicies | Directory.Read.All! | - | =
        POST /groupLifecyclePolicies | Directory.ReadWrite.All! | - | =
        GET /groupSettings | GroupSettings.Read.All!, Directory.Read.All!, Group.Read.All! | - | =
        POST /groupSettings | GroupSettings.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /groupSettingTemplates | GroupSettings.Read.All!, Directory.Read.All! | - | =
        # The list marks permissions of special purposes first.
        ~GET /groups/{id} | Group.ReadBasic.All!, GroupMember.Read.All!, Directory.Read.All! | - | \
            Group.ReadBasic.All
        ~PATCH /groups/{id} | Group.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        POST /groups/{id}/members | GroupMember.ReadWrite.All!, Group.ReadWrite.All!, Directory.ReadWrite.All! | - | \
            GroupMember.ReadWrite.All
        # A group's calendar opens with the group's scopes, and personal accounts have no groups.
        ~GET /groups/{id}/calendarView | Group.Read.All! | - | -
        ~GET /groups/{id}/events/{id} | Group.Read.All! | - | -
        ~PATCH,DELETE /groups/{id}/events/{id} | Group.ReadWrite.All! | - | -
        """
}
