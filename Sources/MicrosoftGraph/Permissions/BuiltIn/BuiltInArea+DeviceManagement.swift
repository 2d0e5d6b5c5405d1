extension BuiltInArea {
    /// Of Intune. The form is that of ``PermissionRow``.
    static let deviceManagementRows = """
        GET /deviceManagement/managedDevices | DeviceManagementManagedDevices.Read.All! | - | =
        GET /deviceManagement/managedDevices/{id} | DeviceManagementManagedDevices.Read.All! | - | =
        PATCH,DELETE /deviceManagement/managedDevices/{id} | DeviceManagementManagedDevices.ReadWrite.All! | - | =
        POST /deviceManagement/managedDevices/{id}/syncDevice | \
            DeviceManagementManagedDevices.PrivilegedOperations.All! | - | =
        POST /deviceManagement/managedDevices/{id}/wipe | DeviceManagementManagedDevices.ReadWrite.All! | - | =
        GET /deviceManagement/deviceConfigurations,deviceCompliancePolicies | \
            DeviceManagementConfiguration.Read.All! | - | =
        POST /deviceManagement/deviceConfigurations,deviceCompliancePolicies | \
            DeviceManagementConfiguration.ReadWrite.All! | - | =
        GET /deviceAppManagement/mobileApps | DeviceManagementApps.Read.All! | - | =
        POST /deviceAppManagement/mobileApps | DeviceManagementApps.ReadWrite.All! | - | =
        GET /deviceAppManagement/mobileApps/{id} | DeviceManagementApps.Read.All! | - | =
        PATCH,DELETE /deviceAppManagement/mobileApps/{id} | DeviceManagementApps.ReadWrite.All! | - | =
        """
}
