extension BuiltInPermissions {
    /// The rows of the table; ``BuiltInPermissions`` documents their form.
    ///
    /// Sections follow each other as completion lists their paths: what most people use comes first.
    static let text = """
        # Mailboxes
        GET /me/messages | Mail.ReadBasic | = | Mail.ReadBasic.All # Bodies and attachments need Mail.Read.
        POST /me/messages,mailFolders | Mail.ReadWrite | = | =
        GET /me/messages/{id} | Mail.Read, Mail.ReadBasic | = | Mail.Read
        PATCH,DELETE /me/messages/{id} | Mail.ReadWrite | = | =
        GET /me/messages/{id}/attachments | Mail.Read | = | =
        POST /me/messages/{id}/attachments,copy,move,createReply,createReplyAll,createForward | Mail.ReadWrite | = | \
            =
        POST /me/messages/{id}/send,reply,replyAll,forward | Mail.Send | = | =
        POST /me/sendMail | Mail.Send | = | =
        GET /me/mailFolders | Mail.ReadBasic | = | Mail.ReadBasic.All
        GET /me/mailFolders/delta | Mail.ReadBasic | = | Mail.ReadBasic.All
        GET /me/mailFolders/{id} | Mail.ReadBasic | = | Mail.ReadBasic.All
        PATCH,DELETE /me/mailFolders/{id} | Mail.ReadWrite | = | =
        GET /me/mailFolders/{id}/childFolders,messages | Mail.ReadBasic | = | Mail.ReadBasic.All
        POST /me/mailFolders/{id}/childFolders,messages,move,copy | Mail.ReadWrite | = | =
        GET /me/mailFolders/{id}/messages/delta | Mail.ReadBasic | = | Mail.ReadBasic.All
        GET /me/mailFolders/{id}/messages/{id} | Mail.Read, Mail.ReadBasic | = | Mail.Read
        PATCH,DELETE /me/mailFolders/{id}/messages/{id} | Mail.ReadWrite | = | =
        GET /me/inferenceClassification/overrides | Mail.Read | = | =
        POST /me/inferenceClassification/overrides | Mail.ReadWrite | = | =
        GET /me/mailboxSettings | MailboxSettings.Read | = | =
        PATCH /me/mailboxSettings | MailboxSettings.ReadWrite | = | =
        GET /me/outlook/masterCategories | MailboxSettings.Read | = | =
        POST /me/outlook/masterCategories | MailboxSettings.ReadWrite | = | =
        GET /me/outlook/masterCategories/{id} | MailboxSettings.Read | = | =
        PATCH,DELETE /me/outlook/masterCategories/{id} | MailboxSettings.ReadWrite | = | =
        GET /me/outlook/supportedLanguages,supportedTimeZones | User.Read, User.ReadBasic.All | User.Read | \
            User.Read.All
        POST /me/getMailTips | Mail.Read, Mail.Read.Shared, MailTips.ReadBasic.Shared | Mail.Read, \
            MailTips.ReadBasic.Shared | Mail.Read
        # Uploads to a message are of the mailbox; the list marks the calendar's scope first.
        ~POST /me/messages/{id}/attachments/createUploadSession | Mail.ReadWrite | = | =
        # Calendars and places
        GET /me/calendars | Calendars.ReadBasic, Calendars.Read.Shared | = | Calendars.ReadBasic
        POST /me/calendars,calendarGroups,events | Calendars.ReadWrite | = | =
        DELETE /me/calendars/{id} | Calendars.ReadWrite | = | =
        GET /me/calendar/events,calendarView | Calendars.ReadBasic | = | =
        POST /me/calendar/events | Calendars.ReadWrite | = | =
        GET /me/calendars/{id}/events,calendarView | Calendars.ReadBasic | = | =
        POST /me/calendars/{id}/events | Calendars.ReadWrite | = | =
        GET /me/calendarView,calendarGroups,events | Calendars.ReadBasic | = | =
        GET /me/calendarView/delta | Calendars.Read, Calendars.ReadBasic | = | =
        GET /me/calendarGroups/{id} | Calendars.ReadBasic | = | =
        PATCH,DELETE /me/calendarGroups/{id} | Calendars.ReadWrite | = | =
        GET /me/calendarGroups/{id}/calendars | Calendars.ReadBasic, Calendars.Read.Shared | = | Calendars.ReadBasic
        POST /me/calendarGroups/{id}/calendars | Calendars.ReadWrite | = | =
        POST /me/calendar/getSchedule | Calendars.ReadBasic | - | =
        DELETE /me/calendar/calendarPermissions/{id} | Calendars.ReadWrite | = | =
        GET /me/events/{id} | Calendars.ReadBasic | = | =
        PATCH,DELETE /me/events/{id} | Calendars.ReadWrite | = | =
        GET /me/events/{id}/instances | Calendars.ReadBasic | = | =
        GET /me/events/{id}/attachments | Calendars.Read | = | =
        POST /me/events/{id}/attachments,accept,decline,tentativelyAccept,cancel,dismissReminder,snoozeReminder | \
            Calendars.ReadWrite | = | =
        POST /me/events/{id}/attachments/createUploadSession | Calendars.ReadWrite, Mail.ReadWrite | = | =
        POST /me/events/{id}/forward | Calendars.Read | = | =
        POST /me/findMeetingTimes | Calendars.Read.Shared | - | -
        GET /me/reminderView | Calendars.Read, Calendars.ReadBasic | = | =
        GET /places/{id} | Place.Read.All! | - | =
        PATCH,DELETE /places/{id} | Place.ReadWrite.All! | - | =
        GET /places/room,roomList | Place.Read.All! | - | =
        # Contacts: personal and organizational
        GET /me/contacts,contactFolders | Contacts.Read | = | =
        POST /me/contacts,contactFolders | Contacts.ReadWrite | = | =
        GET /me/contacts/{id} | Contacts.Read | = | =
        PATCH,DELETE /me/contacts/{id} | Contacts.ReadWrite | = | =
        GET /me/contacts/{id}/photo | Contacts.Read | - | =
        PUT,PATCH /me/contacts/{id}/photo | Contacts.ReadWrite | - | =
        GET /me/contactFolders/{id} | Contacts.Read | = | =
        PATCH,DELETE /me/contactFolders/{id} | Contacts.ReadWrite | = | =
        GET /me/contactFolders/{id}/childFolders,contacts | Contacts.Read | = | =
        POST /me/contactFolders/{id}/childFolders,contacts | Contacts.ReadWrite | = | =
        GET /me/contactFolders/{id}/contacts/{id} | Contacts.Read | = | =
        PATCH,DELETE /me/contactFolders/{id}/contacts/{id} | Contacts.ReadWrite | = | =
        GET /contacts | OrgContact.Read.All!, Directory.Read.All! | - | =
        GET /contacts/{id} | OrgContact.Read.All!, Directory.Read.All! | - | =
        # Drives; a row for /me/drive stands for every drive
        GET /me/drive,drives | Files.Read, User.Read, Sites.Read.All | Files.Read | Files.Read.All
        GET /me/drive/root/children,delta,search | Files.Read, Sites.Read.All | Files.Read | Files.Read.All
        POST /me/drive/root/children | Files.ReadWrite, Sites.ReadWrite.All | Files.ReadWrite | Files.ReadWrite.All
        GET /me/drive/recent | Files.Read, Sites.Read.All | Files.Read | Files.Read.All
        GET /me/drive/sharedWithMe | Files.Read.All, Sites.Read.All | Files.Read.All | =
        GET /me/drive/following | Files.Read, Sites.Read.All | - | Files.Read.All
        PATCH /me/drive/items/{id} | Files.ReadWrite | = | Files.ReadWrite.All
        GET /me/drive/items/{id}/children,content,permissions,thumbnails,versions | Files.Read, Sites.Read.All | \
            Files.Read | Files.Read.All
        POST /me/drive/items/{id}/children,copy,createLink,invite,checkIn | Files.ReadWrite, Sites.ReadWrite.All | \
            Files.ReadWrite | Files.ReadWrite.All
        POST /me/drive/items/{id}/checkOut | Files.ReadWrite, Sites.ReadWrite.All | Files.ReadWrite | \
            Files.ReadWrite.All
        PUT /me/drive/items/{id}/content | Files.ReadWrite, Sites.ReadWrite.All | Files.ReadWrite | \
            Files.ReadWrite.All
        POST /me/drive/items/{id}/createUploadSession | Files.ReadWrite, Sites.ReadWrite.All | Files.ReadWrite | \
            Sites.ReadWrite.All
        GET /me/drive/items/{id}/permissions/{id} | Files.Read, Sites.Read.All | Files.Read | Files.Read.All
        PATCH,DELETE /me/drive/items/{id}/permissions/{id} | Files.ReadWrite | = | Files.ReadWrite.All
        POST /me/drive/items/{id}/preview,follow | Files.Read, Sites.Read.All | - | Files.Read.All
        GET /me/drive/items/{id}/versions/{id} | Files.Read, Sites.Read.All | Files.Read | Files.Read.All
        GET /me/drive/items/{id}/versions/{id}/content | Files.Read, Sites.Read.All | Files.Read | Files.Read.All
        POST /me/drive/items/{id}/versions/{id}/restoreVersion | Files.ReadWrite, Sites.ReadWrite.All | \
            Files.ReadWrite | Files.ReadWrite.All
        POST /me/drive/items/{id}/restore | - | Files.ReadWrite.All | Files.ReadWrite.All
        GET /shares/{id} | Files.ReadWrite, Sites.ReadWrite.All | Files.ReadWrite | Files.ReadWrite.All
        GET /shares/{id}/driveItem | Files.ReadWrite, Sites.ReadWrite.All | Files.ReadWrite | Files.ReadWrite.All
        GET /shares/{id}/driveItem/content | Files.Read, Sites.Read.All | Files.Read | Files.Read.All
        # An app folder is the exception among special folders, and deleting is no reading.
        ~GET /me/drive/special/{id} | Files.Read, Files.ReadWrite.AppFolder, Sites.Read.All | Files.Read, \
            Files.ReadWrite.AppFolder | Files.Read.All
        ~GET /me/drive/special/{id}/children | Files.Read, Files.ReadWrite.AppFolder, Sites.Read.All | Files.Read, \
            Files.ReadWrite.AppFolder | Files.Read.All
        GET /me/drive/root | Files.Read, Sites.Read.All, Group.Read.All! | Files.Read | Files.Read.All
        ~GET /me/drive/items/{id} | Files.Read, Files.ReadWrite.AppFolder, Sites.Read.All, Group.Read.All! | \
            Files.Read, Files.ReadWrite.AppFolder | Files.Read.All
        ~DELETE /me/drive/items/{id} | Files.ReadWrite, Files.ReadWrite.AppFolder, Sites.ReadWrite.All | \
            Files.ReadWrite, Files.ReadWrite.AppFolder | Files.ReadWrite.All
        # Excel is for work accounts only, whatever the list says.
        ~GET,POST,PUT,PATCH,DELETE /me/drive/items/{id}/workbook/* | Files.ReadWrite | - | -
        # To Do and Planner
        GET /me/todo/lists | Tasks.Read | = | Tasks.Read.All
        POST /me/todo/lists | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/todo/lists/delta | Tasks.ReadWrite | = | Tasks.Read.All
        GET /me/todo/lists/{id} | Tasks.Read | = | Tasks.Read.All
        PATCH /me/todo/lists/{id} | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/todo/lists/{id}/tasks | Tasks.Read | = | Tasks.Read.All
        POST /me/todo/lists/{id}/tasks | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/todo/lists/{id}/tasks/{id} | Tasks.Read | = | Tasks.Read.All
        PATCH,DELETE /me/todo/lists/{id}/tasks/{id} | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/todo/lists/{id}/tasks/{id}/checklistItems,linkedResources,attachments | Tasks.Read | = | \
            Tasks.Read.All
        POST /me/todo/lists/{id}/tasks/{id}/checklistItems,linkedResources,attachments | Tasks.ReadWrite | = | \
            Tasks.ReadWrite.All
        GET /me/todo/lists/{id}/tasks/{id}/checklistItems/{id} | Tasks.Read | = | Tasks.Read.All
        PATCH,DELETE /me/todo/lists/{id}/tasks/{id}/checklistItems/{id} | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        GET /me/planner/tasks | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        GET /me/planner/plans | Tasks.Read, Group.Read.All! | - | -
        GET /planner/plans,buckets,tasks | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        POST /planner/plans,buckets,tasks | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/plans/{id} | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH,DELETE /planner/plans/{id} | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/plans/{id}/details,buckets,tasks | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH /planner/plans/{id}/details | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/buckets/{id} | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH,DELETE /planner/buckets/{id} | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/buckets/{id}/tasks | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        GET /planner/tasks/{id} | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH,DELETE /planner/tasks/{id} | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        GET /planner/tasks/{id}/details | Tasks.Read, Group.Read.All! | - | Tasks.Read.All
        PATCH /planner/tasks/{id}/details | Tasks.ReadWrite, Group.ReadWrite.All! | - | Tasks.ReadWrite.All
        # Two marks that cannot be: deleting by reading, and reading by writing.
        ~DELETE /me/todo/lists/{id} | Tasks.ReadWrite | = | Tasks.ReadWrite.All
        ~GET /me/todo/lists/{id}/tasks/delta | Tasks.Read | = | Tasks.Read.All
        # OneNote
        GET /me/onenote/notebooks,sections,sectionGroups | Notes.Create, Notes.Read | = | Notes.Read.All
        POST /me/onenote/notebooks,pages | Notes.Create, Notes.ReadWrite | = | Notes.ReadWrite.All
        GET /me/onenote/notebooks/{id} | Notes.Create, Notes.Read | = | Notes.Read.All
        GET /me/onenote/notebooks/{id}/sections,sectionGroups | Notes.Create, Notes.Read | = | Notes.Read.All
        POST /me/onenote/notebooks/{id}/sections,sectionGroups | Notes.Create, Notes.ReadWrite | = | \
            Notes.ReadWrite.All
        GET /me/onenote/sections/{id} | Notes.Create, Notes.Read | = | Notes.Read.All
        GET /me/onenote/sections/{id}/pages | Notes.Read | = | Notes.Read.All
        POST /me/onenote/sections/{id}/pages | Notes.Create, Notes.ReadWrite | = | Notes.ReadWrite.All
        GET /me/onenote/pages | Notes.Read | = | Notes.Read.All
        GET /me/onenote/pages/{id} | Notes.Read | = | Notes.Read.All
        DELETE /me/onenote/pages/{id} | Notes.ReadWrite | = | Notes.ReadWrite.All
        GET /me/onenote/pages/{id}/content | Notes.Read | = | Notes.Read.All
        PATCH /me/onenote/pages/{id}/content | Notes.ReadWrite | = | Notes.ReadWrite.All
        POST /me/onenote/pages/{id}/copyToSection | Notes.Create, Notes.ReadWrite | = | Notes.ReadWrite.All
        # People, presence and meetings
        GET /me/people | People.Read | = | People.Read.All
        GET /me/insights/used,trending,shared | Sites.Read.All | - | =
        GET /me/presence | Presence.Read | - | Presence.Read.All
        POST /me/presence/setPresence,setUserPreferredPresence,clearPresence,setStatusMessage | Presence.ReadWrite | \
            - | Presence.ReadWrite.All
        POST /communications/getPresencesByUserId | Presence.Read.All | - | =
        GET /me/onlineMeetings | OnlineMeetings.Read | - | OnlineMeetings.Read.All
        POST /me/onlineMeetings | OnlineMeetings.ReadWrite | - | OnlineMeetings.ReadWrite.All
        GET /me/onlineMeetings/{id} | OnlineMeetings.Read | - | OnlineMeetings.Read.All
        PATCH,DELETE /me/onlineMeetings/{id} | OnlineMeetings.ReadWrite | - | OnlineMeetings.ReadWrite.All
        GET /me/onlineMeetings/{id}/transcripts | OnlineMeetingTranscript.Read.All! | - | =
        GET /me/onlineMeetings/{id}/transcripts/{id}/content | OnlineMeetingTranscript.Read.All! | - | =
        GET /me/onlineMeetings/{id}/recordings | OnlineMeetingRecording.Read.All! | - | =
        GET /me/onlineMeetings/{id}/attendanceReports | OnlineMeetingArtifact.Read.All | - | =
        GET /me/profile | User.Read, User.ReadBasic.All | User.Read | User.Read.All
        GET /me/settings/storage/quota | - | Files.Read | -
        # Users; a row for /me stands for /users/{id} too
        GET /me | User.Read, Directory.Read.All!, User.ReadBasic.All | User.Read | -
        GET /me/photo,photos | User.Read, ProfilePhoto.Read.All!, User.ReadBasic.All | - | ProfilePhoto.Read.All
        PUT,PATCH,DELETE /me/photo | User.ReadWrite, ProfilePhoto.ReadWrite.All! | - | ProfilePhoto.ReadWrite.All
        GET /me/photos/{id} | User.Read, ProfilePhoto.Read.All!, User.ReadBasic.All | - | ProfilePhoto.Read.All
        GET /me/manager | User.Read.All!, Directory.Read.All! | - | =
        PUT,DELETE /me/manager | User.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /me/directReports,ownedObjects,ownedDevices,registeredDevices | User.Read, Directory.Read.All! | - | \
            User.Read.All
        GET /me/memberOf | User.Read, Directory.Read.All!, Group.ReadBasic.All!, GroupMember.ReadBasic.All! | - | \
            Directory.Read.All
        GET /me/transitiveMemberOf | User.Read, Directory.Read.All!, Group.ReadBasic.All!, \
            GroupMember.ReadBasic.All! | - | User.Read.All
        GET /me/createdObjects | User.Read, Directory.Read.All! | User.Read | User.Read.All
        GET /me/licenseDetails | LicenseAssignment.Read.All, Directory.Read.All!, User.Read | User.Read | \
            LicenseAssignment.Read.All
        GET /me/appRoleAssignments | AppRoleAssignment.ReadWrite.All!, Directory.Read.All! | - | Directory.Read.All
        POST /me/appRoleAssignments | AppRoleAssignment.ReadWrite.All! | - | =
        GET /me/oauth2PermissionGrants | Directory.Read.All!, DelegatedPermissionGrant.ReadWrite.All! | - | =
        POST /me/changePassword | User-PasswordProfile.ReadWrite.All! | - | -
        POST /me/revokeSignInSessions | User.RevokeSessions.All!, Directory.ReadWrite.All!, User.ReadWrite.All! | - \
            | =
        POST /me/assignLicense | LicenseAssignment.ReadWrite.All, Directory.ReadWrite.All!, User.ReadWrite.All! | - \
            | =
        GET /me/authentication/methods | UserAuthenticationMethod.Read! | - | -
        GET /users/{id}/authentication/methods | UserAuthenticationMethod.Read.All!, UserAuthenticationMethod.Read! \
            | - | UserAuthenticationMethod.Read.All
        GET /me/extensions | User.Read | - | -
        GET /me/devices | - | Device.Read | -
        GET /users | User.ReadBasic.All, Directory.Read.All! | - | =
        POST /users | User.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /users/delta | User.Read.All!, Directory.Read.All! | - | =
        DELETE /users/{id} | User.DeleteRestore.All!, User.ReadWrite.All! | - | =
        GET /users/{id}/manager | User.Read.All!, Directory.Read.All! | - | =
        PUT,DELETE /users/{id}/manager | User.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        POST /users/{id}/reprocessLicenseAssignment | User.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /users/{id}/appRoleAssignments | AppRoleAssignment.ReadWrite.All!, Directory.Read.All! | - | \
            Directory.Read.All
        POST /users/{id}/appRoleAssignments | AppRoleAssignment.ReadWrite.All! | - | =
        DELETE /users/{id}/appRoleAssignments/{id} | AppRoleAssignment.ReadWrite.All! | - | =
        # User.Read and User.ReadWrite are in the list, but open oneself alone.
        ~GET /users/{id} | User.ReadBasic.All, Directory.Read.All! | User.Read | =
        ~PATCH /users/{id} | User.ReadWrite.All!, Directory.ReadWrite.All!, User.ManageIdentities.All!, \
            User-Mail.ReadWrite.All!, User-PasswordProfile.ReadWrite.All!, User-Phone.ReadWrite.All!, \
            User.EnableDisableAccount.All! | User.ReadWrite | User.ReadWrite.All
        # The list has the photo's metadata; the picture itself is for personal accounts too.
        ~GET /me/photo/$value | User.Read, ProfilePhoto.Read.All!, User.ReadBasic.All | User.Read | \
            ProfilePhoto.Read.All
        # Changing oneself needs less than changing others.
        ~PATCH /me | User.ReadWrite, Directory.ReadWrite.All! | User.ReadWrite | -
        ~POST /me/checkMemberGroups,getMemberGroups,checkMemberObjects,getMemberObjects | User.Read, \
            GroupMember.ReadBasic.All!, Group.ReadBasic.All!, Directory.Read.All! | - | User.Read.All
        ~POST /users/{id}/checkMemberGroups,getMemberGroups,checkMemberObjects,getMemberObjects | \
            GroupMember.ReadBasic.All!, Group.ReadBasic.All!, User.Read.All!, Directory.Read.All! | - | \
            User.Read.All
        # Groups
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
        # Teams and channels
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
        # The list has the policy violation alone, which only apps may change.
        ~PATCH /teams/{id}/channels/{id}/messages/{id} | ChannelMessage.ReadWrite, Group.ReadWrite.All! | - | \
            ChannelMessage.UpdatePolicyViolation.All
        GET /teams/{id}/channels/{id}/messages/{id}/replies | ChannelMessage.Read.All!, Group.Read.All! | - | \
            Group.Read.All
        POST /teams/{id}/channels/{id}/messages/{id}/replies | ChannelMessage.Send, Group.ReadWrite.All! | - | \
            Teamwork.Migrate.All
        GET /teams/{id}/channels/{id}/messages/{id}/replies/{id} | ChannelMessage.Read.All!, Group.Read.All! | - | \
            Group.Read.All
        ~PATCH /teams/{id}/channels/{id}/messages/{id}/replies/{id} | ChannelMessage.ReadWrite, Group.ReadWrite.All! \
            | - | ChannelMessage.UpdatePolicyViolation.All
        GET /teams/{id}/channels/{id}/members | ChannelMember.Read.All!, Group.Read.All! | - | \
            ChannelMember.Read.All
        POST /teams/{id}/channels/{id}/members | ChannelMember.ReadWrite.All! | - | =
        GET /teams/{id}/channels/{id}/members/{id} | ChannelMember.Read.All! | - | =
        PATCH /teams/{id}/channels/{id}/members/{id} | ChannelMember.ReadWrite.All!, Directory.ReadWrite.All!, \
            Group.ReadWrite.All! | - | =
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
        # Chats
        GET /me/chats | Chat.ReadBasic | - | Chat.ReadBasic.All
        GET /me/chats/{id} | Chat.ReadBasic | - | Chat.ReadBasic.WhereInstalled
        GET /me/chats/{id}/messages | Chat.Read | - | Chat.Read.All
        GET /chats | Chat.ReadBasic | - | Chat.ReadBasic.All
        POST /chats | Chat.Create, Chat.ReadWrite | - | Chat.Create
        GET /chats/{id} | Chat.ReadBasic | - | Chat.ReadBasic.All
        PATCH /chats/{id} | Chat.ReadWrite | - | Chat.ReadWrite.All
        DELETE /chats/{id} | Chat.ManageDeletion.All! | - | =
        GET /chats/{id}/messages | Chat.Read | - | Chat.Read.All
        POST /chats/{id}/messages | ChatMessage.Send, Group.ReadWrite.All!, Chat.ReadWrite | - | \
            Teamwork.Migrate.All
        GET /chats/{id}/messages/{id} | Chat.Read, Group.Read.All! | - | Group.Read.All
        PATCH /chats/{id}/messages/{id} | Chat.ReadWrite, Group.ReadWrite.All! | - | Chat.UpdatePolicyViolation.All
        GET /chats/{id}/members | Chat.ReadBasic, ChatMember.Read! | - | ChatMember.Read.All
        POST /chats/{id}/members | ChatMember.ReadWrite!, Chat.ReadWrite | - | ChatMember.ReadWrite.All
        GET /chats/{id}/members/{id} | Chat.ReadBasic, ChatMember.Read! | - | ChatMember.Read.All
        DELETE /chats/{id}/members/{id} | ChatMember.ReadWrite! | - | ChatMember.ReadWrite.All
        POST /chats/{id}/sendActivityNotification | TeamsActivity.Send | - | =
        # SharePoint
        GET /sites | Sites.Read.All | - | =
        GET /sites/{id} | Sites.Read.All | - | =
        GET /sites/root | Sites.Read.All | - | =
        GET /sites/getAllSites,delta | - | - | Sites.Read.All
        GET /sites/{id}/sites,columns,contentTypes,lists,pages | Sites.Read.All | - | =
        GET /sites/{id}/analytics | Files.Read, Sites.Read.All | - | Files.Read.All
        POST /sites/{id}/columns,contentTypes | Sites.Manage.All | - | =
        GET /sites/{id}/lists/{id} | Sites.Read.All | - | =
        GET /sites/{id}/lists/{id}/columns,contentTypes,items | Sites.Read.All | - | =
        POST /sites/{id}/lists/{id}/columns | Sites.Manage.All | - | =
        POST /sites/{id}/lists/{id}/items | Sites.ReadWrite.All | - | =
        GET /sites/{id}/lists/{id}/items/delta | Sites.Read.All | - | =
        GET /sites/{id}/lists/{id}/items/{id} | Sites.Read.All | - | =
        PATCH,DELETE /sites/{id}/lists/{id}/items/{id} | Sites.ReadWrite.All | - | =
        PATCH /sites/{id}/lists/{id}/items/{id}/fields | Sites.ReadWrite.All | - | =
        GET /sites/{id}/lists/{id}/items/{id}/versions | Sites.Read.All | - | =
        GET /sites/{id}/permissions | Sites.FullControl.All! | - | =
        ~POST /sites/{id}/permissions | Sites.FullControl.All! | - | =
        ~GET,PATCH,DELETE /sites/{id}/permissions/{id} | Sites.FullControl.All! | - | =
        POST /sites/{id}/pages | Sites.ReadWrite.All | - | =
        GET /sites/{id}/pages/{id} | Sites.Read.All | - | =
        PATCH,DELETE /sites/{id}/pages/{id} | Sites.ReadWrite.All | - | =
        GET /me/followedSites | Sites.Read.All | - | -
        ~GET /sites/{id}/drives | Files.Read, Sites.Read.All | - | Files.Read.All
        ~POST /sites/{id}/lists | Sites.Manage.All | - | =
        # The tenant: domains, devices, roles and policies
        GET /organization/{id}/branding | User.Read, Organization.Read.All!, OrganizationalBranding.Read.All! | - | \
            OrganizationalBranding.Read.All
        PATCH /organization/{id}/branding | OrganizationalBranding.ReadWrite.All!, Organization.ReadWrite.All! | - | \
            =
        DELETE /organization/{id}/branding | OrganizationalBranding.ReadWrite.All!, Organization.ReadWrite.All! | - \
            | OrganizationalBranding.ReadWrite.All
        GET /domains | Domain.Read.All!, Directory.Read.All! | - | =
        POST /domains | Domain.ReadWrite.All! | - | =
        GET /domains/{id} | Domain.Read.All!, Directory.Read.All! | - | =
        PATCH,DELETE /domains/{id} | Domain.ReadWrite.All! | - | =
        POST /domains/{id}/verify | Domain.ReadWrite.All! | - | =
        GET /domains/{id}/verificationDnsRecords | Domain.Read.All! | - | =
        GET /subscribedSkus | LicenseAssignment.Read.All, Directory.Read.All!, Organization.Read.All! | - | =
        GET /subscribedSkus/{id} | LicenseAssignment.Read.All, Directory.Read.All!, Organization.Read.All! | - | =
        GET /devices | Device.Read.All!, Directory.Read.All! | - | =
        POST /devices | Directory.AccessAsUser.All! | - | -
        GET /devices/{id} | Device.Read.All!, Directory.Read.All! | - | =
        PATCH,DELETE /devices/{id} | Directory.AccessAsUser.All! | - | Device.ReadWrite.All
        GET /devices/{id}/memberOf,registeredOwners,registeredUsers | Device.Read.All!, Directory.Read.All! | - | =
        POST /devices/{id}/registeredOwners,registeredUsers | Directory.AccessAsUser.All! | - | -
        GET /directoryRoles,directoryRoleTemplates | RoleManagement.Read.Directory!, Directory.Read.All! | - | =
        POST /directoryRoles | RoleManagement.ReadWrite.Directory! | - | =
        GET /directoryRoles/{id} | RoleManagement.Read.Directory!, Directory.Read.All! | - | =
        GET /directoryRoles/{id}/members | RoleManagement.Read.Directory!, Directory.Read.All! | - | =
        POST /directoryRoles/{id}/members | RoleManagement.ReadWrite.Directory! | - | =
        GET /roleManagement/directory/roleDefinitions | RoleManagement.Read.Directory!, Directory.Read.All!, \
            RoleManagement.Read.All! | - | =
        POST /roleManagement/directory/roleDefinitions | RoleManagement.ReadWrite.Directory!, \
            Directory.ReadWrite.All! | - | =
        GET /roleManagement/directory/roleDefinitions/{id} | RoleManagement.Read.Directory!, Directory.Read.All!, \
            RoleManagement.Read.All! | - | =
        PATCH,DELETE /roleManagement/directory/roleDefinitions/{id} | RoleManagement.ReadWrite.Directory!, \
            Directory.ReadWrite.All! | - | =
        GET /roleManagement/directory/roleAssignments | RoleManagement.Read.Directory!, Directory.Read.All!, \
            RoleManagement.Read.All! | - | RoleManagement.Read.Directory
        POST /roleManagement/directory/roleAssignments | RoleManagement.ReadWrite.Directory! | - | =
        GET /roleManagement/directory/roleAssignments/{id} | RoleManagement.Read.Directory!, Directory.Read.All!, \
            RoleManagement.Read.All! | - | RoleManagement.Read.Directory
        DELETE /roleManagement/directory/roleAssignments/{id} | RoleManagement.ReadWrite.Directory! | - | =
        GET /roleManagement/directory/roleEligibilitySchedules | RoleEligibilitySchedule.Read.Directory!, \
            RoleManagement.Read.All!, RoleManagement.Read.Directory! | - | =
        GET /roleManagement/directory/roleAssignmentSchedules | RoleAssignmentSchedule.Read.Directory!, \
            RoleManagement.Read.All!, RoleManagement.Read.Directory! | - | =
        GET /roleManagement/directory/roleAssignmentScheduleRequests | RoleAssignmentSchedule.ReadWrite.Directory!, \
            RoleManagement.ReadWrite.Directory! | - | =
        POST /roleManagement/directory/roleAssignmentScheduleRequests | RoleAssignmentSchedule.ReadWrite.Directory!, \
            RoleManagement.ReadWrite.Directory!, RoleAssignmentSchedule.Remove.Directory!, \
            RoleEligibilitySchedule.Remove.Directory! | - | =
        GET /roleManagement/directory/roleEligibilityScheduleRequests | \
            RoleEligibilitySchedule.ReadWrite.Directory!, RoleManagement.ReadWrite.Directory! | - | =
        POST /roleManagement/directory/roleEligibilityScheduleRequests | \
            RoleEligibilitySchedule.ReadWrite.Directory!, RoleManagement.ReadWrite.Directory! | - | =
        GET /directory/administrativeUnits | AdministrativeUnit.Read.All!, Directory.Read.All! | - | =
        POST /directory/administrativeUnits | AdministrativeUnit.ReadWrite.All! | - | =
        GET /directory/administrativeUnits/{id} | AdministrativeUnit.Read.All!, Directory.Read.All! | - | =
        PATCH,DELETE /directory/administrativeUnits/{id} | AdministrativeUnit.ReadWrite.All! | - | =
        GET /directory/administrativeUnits/{id}/members | AdministrativeUnit.Read.All!, Directory.Read.All! | - | =
        POST /directory/deletedItems/{id}/restore | User.DeleteRestore.All!, User.ReadWrite.All! | - | =
        GET /directoryObjects/{id} | Directory.Read.All! | - | =
        POST /directoryObjects/getByIds | Directory.Read.All! | - | =
        GET /identity/conditionalAccess/policies,namedLocations | Policy.Read.All! | - | =
        GET /identity/conditionalAccess/policies/{id} | Policy.Read.All! | - | =
        GET /identity/conditionalAccess/namedLocations/{id} | Policy.Read.All! | - | =
        PATCH /policies/authorizationPolicy | Policy.ReadWrite.Authorization! | - | =
        GET /policies/authenticationMethodsPolicy | Policy.Read.AuthenticationMethod!, Policy.Read.All! | - | =
        PATCH /policies/authenticationMethodsPolicy | Policy.ReadWrite.AuthenticationMethod! | - | =
        POST /invitations | User.Invite.All!, Directory.ReadWrite.All!, User.ReadWrite.All! | - | =
        GET /tenantRelationships/findTenantInformationByTenantId,findTenantInformationByDomainName | \
            CrossTenantInformation.ReadBasic.All! | - | =
        GET /identityProtection/riskyUsers | IdentityRiskyUser.Read.All! | - | =
        GET /identityProtection/riskyUsers/{id} | IdentityRiskyUser.Read.All! | - | =
        GET /identityProtection/riskDetections | IdentityRiskEvent.Read.All! | - | =
        GET /identityGovernance/entitlementManagement/accessPackages | EntitlementManagement.Read.All! | - | =
        POST /identityGovernance/entitlementManagement/accessPackages | EntitlementManagement.ReadWrite.All! | - | =
        # The list marks the device management's permissions first.
        ~GET /organization | User.Read, Organization.Read.All!, Directory.Read.All! | - | Organization.Read.All
        ~GET /organization/{id} | User.Read.All!, Organization.Read.All!, Directory.Read.All! | - | =
        ~PATCH /organization/{id} | Organization.ReadWrite.All! | - | =
        ~POST /directory/administrativeUnits/{id}/members | AdministrativeUnit.ReadWrite.All!, \
            Directory.ReadWrite.All! | - | =
        # Writing policies takes reading them too; the list has each alone.
        ~POST /identity/conditionalAccess/policies,namedLocations | \
            Policy.ReadWrite.ConditionalAccess!+Policy.Read.All | - | =
        ~PATCH,DELETE /identity/conditionalAccess/policies/{id} | \
            Policy.ReadWrite.ConditionalAccess!+Policy.Read.All | - | =
        ~PATCH,DELETE /identity/conditionalAccess/namedLocations/{id} | \
            Policy.ReadWrite.ConditionalAccess!+Policy.Read.All | - | =
        ~PATCH /policies/identitySecurityDefaultsEnforcementPolicy | \
            Policy.ReadWrite.SecurityDefaults!+Policy.Read.All | - | =
        GET /policies/authorizationPolicy | Policy.Read.All!, Policy.ReadWrite.Authorization! | - | =
        GET /policies/identitySecurityDefaultsEnforcementPolicy | Policy.Read.All! | - | =
        # App registrations and their grants
        GET /applications | Application.Read.All!, Directory.Read.All! | Application.Read.All, User.Read | =
        POST /applications | AppRegistration.Create!, Application.ReadWrite.All! | Application.ReadWrite.All | =
        GET /applications/{id} | Application.Read.All!, Directory.Read.All! | Application.Read.All | =
        PATCH,DELETE /applications/{id} | Application.ReadWrite.All! | = | Application.ReadWrite.OwnedBy
        GET /applications/delta | Directory.Read.All!, Application.Read.All! | - | Application.ReadWrite.OwnedBy
        GET /applications/{id}/owners | Application.Read.All!, Directory.Read.All! | - | =
        POST /applications/{id}/addPassword | Application.ReadWrite.All!, Directory.ReadWrite.All! | \
            Application.ReadWrite.All | Application.ReadWrite.OwnedBy
        POST /applications/{id}/removePassword | Application.ReadWrite.All!, Directory.ReadWrite.All! | \
            Application.ReadWrite.All | Application.ReadWrite.OwnedBy
        POST /applications/{id}/addKey,removeKey | Application.ReadWrite.All!, Directory.ReadWrite.All! | - | \
            Application.ReadWrite.OwnedBy
        GET /applications/{id}/federatedIdentityCredentials | Application.Read.All! | Application.ReadWrite.All | =
        POST /applications/{id}/federatedIdentityCredentials | Application.ReadWrite.All! | = | \
            Application.ReadWrite.OwnedBy
        GET,PATCH,DELETE /applications/{id}/federatedIdentityCredentials/{id} | Application.ReadWrite.All! | = | \
            Application.ReadWrite.OwnedBy
        PUT /applications/{id}/logo | Application.ReadWrite.All! | = | Application.ReadWrite.OwnedBy
        GET /servicePrincipals | Application.Read.All!, Directory.Read.All! | - | =
        POST /servicePrincipals | Application.ReadWrite.All!, Directory.ReadWrite.All! | - | \
            Application.ReadWrite.OwnedBy
        GET /servicePrincipals/{id} | Application.Read.All!, Directory.Read.All! | - | =
        PATCH,DELETE /servicePrincipals/{id} | Application.ReadWrite.All!, Directory.ReadWrite.All! | - | \
            Application.ReadWrite.OwnedBy
        GET /servicePrincipals/delta | Directory.Read.All!, Application.Read.All! | - | \
            Application.ReadWrite.OwnedBy
        GET /servicePrincipals/{id}/owners,memberOf,appRoleAssignments,appRoleAssignedTo | Application.Read.All!, \
            Directory.Read.All! | - | =
        DELETE /servicePrincipals/{id}/appRoleAssignments/{id} | AppRoleAssignment.ReadWrite.All!, \
            Application.ReadWrite.All! | - | =
        DELETE /servicePrincipals/{id}/appRoleAssignedTo/{id} | AppRoleAssignment.ReadWrite.All!, \
            Application.ReadWrite.All! | - | =
        GET /servicePrincipals/{id}/oauth2PermissionGrants | Directory.Read.All!, \
            DelegatedPermissionGrant.ReadWrite.All! | - | =
        POST /servicePrincipals/{id}/addPassword,removePassword | Application.ReadWrite.All!, \
            Directory.ReadWrite.All! | - | Application.ReadWrite.OwnedBy
        GET /oauth2PermissionGrants | Directory.Read.All!, DelegatedPermissionGrant.ReadWrite.All! | - | =
        POST /oauth2PermissionGrants | DelegatedPermissionGrant.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /oauth2PermissionGrants/{id} | Directory.Read.All!, DelegatedPermissionGrant.ReadWrite.All! | - | =
        PATCH,DELETE /oauth2PermissionGrants/{id} | DelegatedPermissionGrant.ReadWrite.All!, \
            Directory.ReadWrite.All! | - | =
        GET /schemaExtensions | User.Read, Application.Read.All! | - | Application.Read.All
        POST /schemaExtensions | Application.ReadWrite.All! | - | =
        GET /schemaExtensions/{id} | User.Read, Application.Read.All! | - | Application.Read.All
        PATCH,DELETE /schemaExtensions/{id} | Application.ReadWrite.All! | - | =
        # The list also has each of the two alone.
        ~POST /applications/{id}/owners | Application.ReadWrite.All!+Directory.Read.All | - | \
            Application.ReadWrite.OwnedBy+Directory.Read.All
        ~POST /servicePrincipals/{id}/owners | Application.ReadWrite.All!+Directory.Read.All | - | \
            Application.ReadWrite.OwnedBy+Directory.Read.All
        ~POST /servicePrincipals/{id}/appRoleAssignments,appRoleAssignedTo | \
            AppRoleAssignment.ReadWrite.All!+Application.Read.All/Directory.Read.All | - | =
        # Usage reports and administration
        GET \
            /reports/getOffice365ActiveUserDetail,getOffice365ActiveUserCounts,getEmailActivityUserDetail,getMailboxUsageDetail \
            | Reports.Read.All! | - | =
        GET /reports/getOneDriveUsageAccountDetail,getSharePointSiteUsageDetail,getTeamsUserActivityUserDetail | \
            Reports.Read.All! | - | =
        GET /reports/getOffice365GroupsActivityDetail,getM365AppUserDetail | Reports.Read.All! | - | =
        GET /reports/authenticationMethods/userRegistrationDetails | AuditLog.Read.All! | - | =
        GET /admin/serviceAnnouncement/healthOverviews,issues | ServiceHealth.Read.All! | - | =
        GET /admin/serviceAnnouncement/messages | ServiceMessage.Read.All! | - | =
        GET /admin/serviceAnnouncement/messages/{id} | ServiceMessage.Read.All! | - | =
        GET /admin/sharepoint/settings | SharePointTenantSettings.Read.All! | - | =
        PATCH /admin/sharepoint/settings | SharePointTenantSettings.ReadWrite.All! | - | =
        GET /admin/reportSettings | ReportSettings.Read.All! | - | =
        PATCH /admin/reportSettings | ReportSettings.ReadWrite.All! | - | =
        # Logs and security
        GET /auditLogs/signIns | AuditLog.Read.All! | - | = # It takes an administrator role and a licence as well.
        GET /auditLogs/signIns/{id} | AuditLog.Read.All! | - | =
        GET /auditLogs/directoryAudits | AuditLog.Read.All!, Directory.Read.All! | - | =
        GET /auditLogs/directoryAudits/{id} | AuditLog.Read.All!, Directory.Read.All! | - | =
        GET /auditLogs/provisioning | ProvisioningLog.Read.All!, AuditLog.Read.All!, Directory.Read.All! | - | \
            AuditLog.Read.All
        GET /security/alerts,secureScores,secureScoreControlProfiles | SecurityEvents.Read.All! | - | =
        GET /security/alerts/{id} | SecurityEvents.Read.All! | - | =
        PATCH /security/alerts/{id} | SecurityEvents.ReadWrite.All! | - | =
        GET /security/alerts_v2 | SecurityAlert.Read.All! | - | =
        GET /security/alerts_v2/{id} | SecurityAlert.Read.All! | - | =
        PATCH /security/alerts_v2/{id} | SecurityAlert.ReadWrite.All! | - | =
        GET /security/incidents | SecurityIncident.Read.All! | - | =
        GET /security/incidents/{id} | SecurityIncident.Read.All! | - | =
        PATCH /security/incidents/{id} | SecurityIncident.ReadWrite.All! | - | =
        POST /security/runHuntingQuery | ThreatHunting.Read.All! | - | =
        GET,POST /security/auditLog/queries | AuditLogsQuery-Entra.Read.All!, AuditLogsQuery.Read.All!, \
            AuditLogsQuery-CRM.Read.All!, AuditLogsQuery-Endpoint.Read.All!, AuditLogsQuery-Exchange.Read.All!, \
            AuditLogsQuery-OneDrive.Read.All!, AuditLogsQuery-SharePoint.Read.All! | - | =
        GET /security/auditLog/queries/{id} | AuditLogsQuery-Entra.Read.All!, AuditLogsQuery.Read.All!, \
            AuditLogsQuery-CRM.Read.All!, AuditLogsQuery-Endpoint.Read.All!, AuditLogsQuery-Exchange.Read.All!, \
            AuditLogsQuery-OneDrive.Read.All!, AuditLogsQuery-SharePoint.Read.All! | - | =
        GET /security/auditLog/queries/{id}/records | AuditLogsQuery-Entra.Read.All!, AuditLogsQuery.Read.All!, \
            AuditLogsQuery-CRM.Read.All!, AuditLogsQuery-Endpoint.Read.All!, AuditLogsQuery-Exchange.Read.All!, \
            AuditLogsQuery-OneDrive.Read.All!, AuditLogsQuery-SharePoint.Read.All! | - | =
        # Intune
        GET /deviceManagement/managedDevices | DeviceManagementManagedDevices.Read.All! | - | =
        GET /deviceManagement/managedDevices/{id} | DeviceManagementManagedDevices.Read.All! | - | =
        PATCH,DELETE /deviceManagement/managedDevices/{id} | DeviceManagementManagedDevices.ReadWrite.All! | - | =
        POST /deviceManagement/managedDevices/{id}/syncDevice | \
            DeviceManagementManagedDevices.PrivilegedOperations.All! | - | =
        POST /deviceManagement/managedDevices/{id}/wipe | DeviceManagementManagedDevices.ReadWrite.All! | - | =
        GET /deviceManagement/deviceConfigurations,deviceCompliancePolicies | \
            DeviceManagementConfiguration.Read.All! | - | =
        POST /deviceManagement/deviceConfigurations,deviceCompliancePolicies | \
            DeviceManagementConfiguration.ReadWrite.All! | - | =
        GET /deviceAppManagement/mobileApps | DeviceManagementApps.Read.All! | - | =
        POST /deviceAppManagement/mobileApps | DeviceManagementApps.ReadWrite.All! | - | =
        GET /deviceAppManagement/mobileApps/{id} | DeviceManagementApps.Read.All! | - | =
        PATCH,DELETE /deviceAppManagement/mobileApps/{id} | DeviceManagementApps.ReadWrite.All! | - | =
        # Search and connectors
        GET /print/printers | Printer.Read.All! | - | -
        GET /external/connections | ExternalConnection.ReadWrite.OwnedBy!, ExternalConnection.Read.All! | - | =
        POST /external/connections | ExternalConnection.ReadWrite.OwnedBy!, ExternalConnection.ReadWrite.All! | - | =
        POST /search/query | Mail.Read, Calendars.Read, Files.Read.All, Sites.Read.All, Chat.Read, Acronym.Read.All \
            | - | Files.Read.All # It takes the scopes that read what is searched.
        # Subscriptions and batches
        GET,POST /subscriptions | ? | ? | ? # It takes the scope that reads the subscribed resource.
        GET,PATCH,DELETE /subscriptions/{id} | ? | ? | ? # It takes the scope that reads the subscribed resource.
        POST /$batch | ? | ? | ? # Each request in the batch takes its own scope.
        """
}
