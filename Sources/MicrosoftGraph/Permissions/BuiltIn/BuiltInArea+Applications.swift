extension BuiltInArea {
    /// Of app registrations and what they were granted. The form is that of ``PermissionRow``.
    static let applicationRows = """
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
        """
}
