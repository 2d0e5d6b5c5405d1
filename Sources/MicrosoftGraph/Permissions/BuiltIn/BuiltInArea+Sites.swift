extension BuiltInArea {
    /// Of SharePoint. The form is that of ``PermissionRow``.
    static let siteRows = """
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
        POST /sites/{id}/permissions | - | - | Sites.FullControl.All
        GET,PATCH,DELETE /sites/{id}/permissions/{id} | - | - | Sites.FullControl.All
        POST /sites/{id}/pages | Sites.ReadWrite.All | - | =
        GET /sites/{id}/pages/{id} | Sites.Read.All | - | =
        PATCH,DELETE /sites/{id}/pages/{id} | Sites.ReadWrite.All | - | =
        GET /me/followedSites | Sites.Read.All | - | -
        ~GET /sites/{id}/drives | Files.Read, Sites.Read.All | - | Files.Read.All
        ~POST /sites/{id}/lists | Sites.Manage.All | - | =
        """
}
