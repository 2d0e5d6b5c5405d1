extension BuiltInArea {
    /// Of drives; a row of `/me/drive` stands for every drive. The form is that of ``PermissionRow``.
    static let fileRows = """
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
        """
}
