/// The sign of a managed device: a header, where Entra has the certificate of a device that is joined to the tenant.
enum ManagedDevice {
    static let header = (name: "Sandbox-Device", value: "managed")
}

extension TenantIdentity {
    /// Whether the tenant's Conditional Access policy lets the account in on the device that sent the request.
    func mayUseDevice(of request: HTTPServerRequest) -> Bool {
        !tenant.requiresManagedDevice || request.header(ManagedDevice.header.name) == ManagedDevice.header.value
    }
}

extension EntraError {
    private static let deviceMessage =
        "The device is not in the required device state. A policy of this organization requires a managed device."

    /// The error where no page is shown.
    static let managedDeviceRequired = EntraError(
        "interaction_required", aadsts: 53000, deviceMessage, suberror: "additional_action")

    /// The error after the user has chosen an account.
    static let deviceDenied = EntraError("access_denied", aadsts: 53000, deviceMessage)
}
