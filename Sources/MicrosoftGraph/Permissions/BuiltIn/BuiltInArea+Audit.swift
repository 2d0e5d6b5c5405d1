extension BuiltInArea {
    /// Of logs and security. The form is that of ``PermissionRow``.
    static let auditRows = """
        GET /auditLogs/signIns | AuditLog.Read.All! | - | = # Takes a role and a licence besides.
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
        """
}
