extension BuiltInArea {
    /// Of who one works with, presence and meetings. The form is that of ``PermissionRow``.
    static let peopleRows = """
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
        """
}
