extension BuiltInArea {
    /// Of usage reports and administration. The form is that of ``PermissionRow``.
    static let reportRows = """
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
        """
}
