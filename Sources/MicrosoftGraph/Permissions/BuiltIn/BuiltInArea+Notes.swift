extension BuiltInArea {
    /// Of OneNote. The form is that of ``PermissionRow``.
    static let noteRows = """
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
        """
}
