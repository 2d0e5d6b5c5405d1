extension BuiltInArea {
    /// Of people in the directory; a row of `/me` stands for `/users/{id}` too. The form is that of ``PermissionRow``.
    static let userRows = """
        GET /me | User.Read, Directory.Read.All!, User.ReadBasic.All | User.Read | -
        GET /me/photo,photos | User.Read, ProfilePhoto.Read.All!, User.ReadBasic.All | - | ProfilePhoto.Read.All
        PUT,PATCH,DELETE /me/photo | User.ReadWrite, ProfilePhoto.ReadWrite.All! | - | ProfilePhoto.ReadWrite.All
        GET /me/photos/{id} | User.Read, ProfilePhoto.Read.All!, User.ReadBasic.All | - | ProfilePhoto.Read.All
        GET /me/manager | User.Read.All!, Directory.Read.All! | - | =
        PUT,DELETE /me/manager | User.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /me/directReports,ownedObjects,ownedDevices,registeredDevices | User.Read, Directory.Read.All! | - | \
            User.Read.All
        GET /me/memberOf | User.Read, Directory.Read.All!, Group.ReadBasic.All!, GroupMember.ReadBasic.All! | - | \
            Directory.Read.All
        GET /me/transitiveMemberOf | User.Read, Directory.Read.All!, Group.ReadBasic.All!, \
            GroupMember.ReadBasic.All! | - | User.Read.All
        GET /me/createdObjects | User.Read, Directory.Read.All! | User.Read | User.Read.All
        GET /me/licenseDetails | LicenseAssignment.Read.All, Directory.Read.All!, User.Read | User.Read | \
            LicenseAssignment.Read.All
        GET /me/appRoleAssignments | AppRoleAssignment.ReadWrite.All!, Directory.Read.All! | - | Directory.Read.All
        POST /me/appRoleAssignments | AppRoleAssignment.ReadWrite.All! | - | =
        GET /me/oauth2PermissionGrants | Directory.Read.All!, DelegatedPermissionGrant.ReadWrite.All! | - | =
        POST /me/changePassword | User-PasswordProfile.ReadWrite.All! | - | -
        POST /me/revokeSignInSessions | User.RevokeSessions.All!, Directory.ReadWrite.All!, User.ReadWrite.All! | - \
            | =
        POST /me/assignLicense | LicenseAssignment.ReadWrite.All, Directory.ReadWrite.All!, User.ReadWrite.All! | - \
            | =
        GET /me/authentication/methods | UserAuthenticationMethod.Read! | - | -
        GET /users/{id}/authentication/methods | UserAuthenticationMethod.Read.All!, UserAuthenticationMethod.Read! \
            | - | UserAuthenticationMethod.Read.All
        GET /me/extensions | User.Read | - | -
        GET /me/devices | - | Device.Read | -
        GET /users | User.ReadBasic.All, Directory.Read.All! | - | =
        POST /users | User.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /users/delta | User.Read.All!, Directory.Read.All! | - | =
        DELETE /users/{id} | User.DeleteRestore.All!, User.ReadWrite.All! | - | =
        GET /users/{id}/manager | User.Read.All!, Directory.Read.All! | - | =
        PUT,DELETE /users/{id}/manager | User.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        POST /users/{id}/reprocessLicenseAssignment | User.ReadWrite.All!, Directory.ReadWrite.All! | - | =
        GET /users/{id}/appRoleAssignments | AppRoleAssignment.ReadWrite.All!, Directory.Read.All! | - | \
            Directory.Read.All
        POST /users/{id}/appRoleAssignments | AppRoleAssignment.ReadWrite.All! | - | =
        DELETE /users/{id}/appRoleAssignments/{id} | AppRoleAssignment.ReadWrite.All! | - | =
        # User.Read and User.ReadWrite are in the list, but open oneself alone.
        ~GET /users/{id} | User.ReadBasic.All, Directory.Read.All! | User.Read | =
        ~PATCH /users/{id} | User.ReadWrite.All!, Directory.ReadWrite.All!, User.ManageIdentities.All!, \
            User-Mail.ReadWrite.All!, User-PasswordProfile.ReadWrite.All!, User-Phone.ReadWrite.All!, \
            User.EnableDisableAccount.All! | User.ReadWrite | User.ReadWrite.All
        # The list has the photo's metadata; the picture itself is for personal accounts too.
        ~GET /me/photo/$value | User.Read, ProfilePhoto.Read.All!, User.ReadBasic.All | User.Read | \
            ProfilePhoto.Read.All
        # Changing oneself needs less than changing others.
        ~PATCH /me | User.ReadWrite, Directory.ReadWrite.All! | User.ReadWrite | -
        ~POST /me/checkMemberGroups,getMemberGroups,checkMemberObjects,getMemberObjects | User.Read, \
            GroupMember.ReadBasic.All!, Group.ReadBasic.All!, Directory.Read.All! | - | User.Read.All
        ~POST /users/{id}/checkMemberGroups,getMemberGroups,checkMemberObjects,getMemberObjects | \
            GroupMember.ReadBasic.All!, Group.ReadBasic.All!, User.Read.All!, Directory.Read.All! | - | \
            User.Read.All
        """
}
