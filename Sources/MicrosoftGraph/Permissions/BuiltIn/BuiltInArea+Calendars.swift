extension BuiltInArea {
    /// Of calendars and places. The form is that of ``PermissionRow``.
    static let calendarRows = """
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
        """
}
