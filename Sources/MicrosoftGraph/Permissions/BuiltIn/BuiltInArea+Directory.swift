extension BuiltInArea {
    /// Of the tenant: its domains, devices, roles and policies. The form is that of ``PermissionRow``.
    static let directoryRows = """
        GET /organization/{id}/branding | User.Read, Organization.Read.All!, OrganizationalBranding.Read.All! | - | \
            OrganizationalBranding.Read.All
        PATCH /organization/{id}/branding | OrganizationalBranding.ReadWrite.All!, Organization.ReadWrite.All! | - | \
            =
        DELETE /organization/{id}/branding | OrganizationalBranding.ReadWrite.All!, Organization.ReadWrite.All! | - \
            | OrganizationalBranding.ReadWrite.All
        GET /domains | Domain.Read.All!, Directory.Read.All! | - | =
        POST /domains | Domain.ReadWrite.All! | - | =
        GET /domains/{id} | Domain.Read.All!, Directory.Read.All! | - | =
        PATCH,DELETE /domains/{id} | Domain.ReadWrite.All! | - | =
        POST /domains/{id}/verify | Domain.ReadWrite.All! | - | =
        GET /domains/{id}/verificationDnsRecords | Domain.Read.All! | - | =
        GET /subscribedSkus | LicenseAssignment.Read.All, Directory.Read.All!, Organization.Read.All! | - | =
        GET /subscribedSkus/{id} | LicenseAssignment.Read.All, Directory.Read.All!, Organization.Read.All! | - | =
        GET /devices | Device.Read.All!, Directory.Read.All! | - | =
        POST /devices | Directory.AccessAsUser.All! | - | -
        GET /devices/{id} | Device.Read.All!, Directory.Read.All! | - | =
        PATCH,DELETE /devices/{id} | Directory.AccessAsUser.All! | - | Device.ReadWrite.All
        GET /devices/{id}/memberOf,registeredOwners,registeredUsers | Device.Read.All!, Directory.Read.All! | - | =
        POST /devices/{id}/registeredOwners,registeredUsers | Directory.AccessAsUser.All! | - | -
        GET /directoryRoles,directoryRoleTemplates | RoleManagement.Read.Directory!, Directory.Read.All! | - | =
        POST /directoryRoles | RoleManagement.ReadWrite.Directory! | - | =
        GET /directoryRoles/{id} | Directory.Read.All!, RoleManagement.Read.Directory! | - | =
        GET /directoryRoles/{id}/members | Directory.Read.All!, RoleManagement.Read.Directory! | - | =
        POST /directoryRoles/{id}/members | RoleManagement.ReadWrite.Directory! | - | =
        GET /roleManagement/directory/roleDefinitions | RoleManagement.Read.Directory!, Directory.Read.All!, \
            RoleManagement.Read.All! | - | =
        POST /roleManagement/directory/roleDefinitions | RoleManagement.ReadWrite.Directory!, \
            Directory.ReadWrite.All! | - | =
        GET /roleManagement/directory/roleDefinitions/{id} | RoleManagement.Read.Directory!, Directory.Read.All!, \
            RoleManagement.Read.All! | - | =
        PATCH,DELETE /roleManagement/directory/roleDefinitions/{id} | RoleManagement.ReadWrite.Directory!, \
            Directory.ReadWrite.All! | - | =
        GET /roleManagement/directory/roleAssignments | RoleManagement.Read.Directory!, Directory.Read.All!, \
            RoleManagement.Read.All! | - | RoleManagement.Read.Directory
        POST /roleManagement/directory/roleAssignments | RoleManagement.ReadWrite.Directory! | - | =
        GET /roleManagement/directory/roleAssignments/{id} | RoleManagement.Read.Directory!, Directory.Read.All!, \
            RoleManagement.Read.All! | - | RoleManagement.Read.Directory
        DELETE /roleManagement/directory/roleAssignments/{id} | RoleManagement.ReadWrite.Directory! | - | =
        GET /roleManagement/directory/roleEligibilitySchedules | RoleEligibilitySchedule.Read.Directory!, \
            RoleManagement.Read.All!, RoleManagement.Read.Directory! | - | =
        GET /roleManagement/directory/roleAssignmentSchedules | RoleAssignmentSchedule.Read.Directory!, \
            RoleManagement.Read.All!, RoleManagement.Read.Directory! | - | =
        GET /roleManagement/directory/roleAssignmentScheduleRequests | RoleAssignmentSchedule.ReadWrite.Directory!, \
            RoleManagement.ReadWrite.Directory! | - | =
        POST /roleManagement/directory/roleAssignmentScheduleRequests | RoleAssignmentSchedule.ReadWrite.Directory!, \
            RoleManagement.ReadWrite.Directory!, RoleAssignmentSchedule.Remove.Directory!, \
            RoleEligibilitySchedule.Remove.Directory! | - | =
        GET /roleManagement/directory/roleEligibilityScheduleRequests | \
            RoleEligibilitySchedule.ReadWrite.Directory!, RoleManagement.ReadWrite.Directory! | - | =
        POST /roleManagement/directory/roleEligibilityScheduleRequests | \
            RoleEligibilitySchedule.ReadWrite.Directory!, RoleManagement.ReadWrite.Directory! | - | =
        GET /directory/administrativeUnits | AdministrativeUnit.Read.All!, Directory.Read.All! | - | =
        POST /directory/administrativeUnits | AdministrativeUnit.ReadWrite.All! | - | =
        GET /directory/administrativeUnits/{id} | AdministrativeUnit.Read.All!, Directory.Read.All! | - | =
        PATCH,DELETE /directory/administrativeUnits/{id} | AdministrativeUnit.ReadWrite.All! | - | =
        GET /directory/administrativeUnits/{id}/members | AdministrativeUnit.Read.All!, Directory.Read.All! | - | =
        POST /directory/deletedItems/{id}/restore | User.DeleteRestore.All!, User.ReadWrite.All! | - | =
        GET /directoryObjects/{id} | Directory.Read.All! | - | =
        POST /directoryObjects/getByIds | Directory.Read.All! | - | =
        GET /identity/conditionalAccess/policies,namedLocations | Policy.Read.All! | - | =
        GET /identity/conditionalAccess/policies/{id} | Policy.Read.All! | - | =
        GET /identity/conditionalAccess/namedLocations/{id} | Policy.Read.All! | - | =
        PATCH /policies/authorizationPolicy | Policy.ReadWrite.Authorization! | - | =
        GET /policies/authenticationMethodsPolicy | Policy.Read.AuthenticationMethod!, Policy.Read.All! | - | =
        PATCH /policies/authenticationMethodsPolicy | Policy.ReadWrite.AuthenticationMethod! | - | =
        POST /invitations | User.Invite.All!, Directory.ReadWrite.All!, User.ReadWrite.All! | - | =
        GET /tenantRelationships/findTenantInformationByTenantId,findTenantInformationByDomainName | \
            CrossTenantInformation.ReadBasic.All! | - | =
        GET /identityProtection/riskyUsers | IdentityRiskyUser.Read.All! | - | =
        GET /identityProtection/riskyUsers/{id} | IdentityRiskyUser.Read.All! | - | =
        GET /identityProtection/riskDetections | IdentityRiskEvent.Read.All! | - | =
        GET /identityGovernance/entitlementManagement/accessPackages | EntitlementManagement.Read.All! | - | =
        POST /identityGovernance/entitlementManagement/accessPackages | EntitlementManagement.ReadWrite.All! | - | =
        # The list marks the device management's permissions first.
        ~GET /organization | User.Read, Organization.Read.All!, Directory.Read.All! | - | Organization.Read.All
        ~GET /organization/{id} | User.Read.All!, Organization.Read.All!, Directory.Read.All! | - | =
        ~PATCH /organization/{id} | Organization.ReadWrite.All! | - | =
        ~POST /directory/administrativeUnits/{id}/members | AdministrativeUnit.ReadWrite.All!, \
            Directory.ReadWrite.All! | - | =
        # Writing policies takes reading them too; the list has each alone.
        ~POST /identity/conditionalAccess/policies,namedLocations | \
            Policy.ReadWrite.ConditionalAccess!+Policy.Read.All | - | =
        ~PATCH,DELETE /identity/conditionalAccess/policies/{id} | \
            Policy.ReadWrite.ConditionalAccess!+Policy.Read.All | - | =
        ~PATCH,DELETE /identity/conditionalAccess/namedLocations/{id} | \
            Policy.ReadWrite.ConditionalAccess!+Policy.Read.All | - | =
        ~PATCH /policies/identitySecurityDefaultsEnforcementPolicy | \
            Policy.ReadWrite.SecurityDefaults!+Policy.Read.All | - | =
        GET /policies/authorizationPolicy | Policy.Read.All!, Policy.ReadWrite.Authorization! | - | =
        GET /policies/identitySecurityDefaultsEnforcementPolicy | Policy.Read.All! | - | =
        """
}
