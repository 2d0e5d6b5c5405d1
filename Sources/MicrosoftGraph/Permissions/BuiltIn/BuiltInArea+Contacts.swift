extension BuiltInArea {
    /// Of contacts, a person's own and the organisation's. The form is that of ``PermissionRow``.
    static let contactRows = """
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
        """
}
