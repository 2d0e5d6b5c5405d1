extension BuiltInArea {
    /// Of search and connectors. The form is that of ``PermissionRow``.
    static let searchRows = """
        GET /print/printers | Printer.Read.All! | - | -
        GET /external/connections | ExternalConnection.ReadWrite.OwnedBy!, ExternalConnection.Read.All! | - | =
        POST /external/connections | ExternalConnection.ReadWrite.OwnedBy!, ExternalConnection.ReadWrite.All! | - | =
        POST /search/query | Mail.Read, Calendars.Read, Files.Read.All, Sites.Read.All, Chat.Read, Acronym.Read.All \
            | - | Files.Read.All # It is the scope of what is searched.
        """
}
