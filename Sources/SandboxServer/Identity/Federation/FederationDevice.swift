/// A device code in the older spelling: `verification_url`, and numbers as text.
struct FederationDevice {
    let code: DeviceCode

    func json(_ emulation: Emulation) -> JSON {
        let address = "\(emulation.base)/adfs/oauth2/deviceauth"
        return [
            "user_code": .string(code.userCode), "device_code": .string(code.deviceCode),
            "verification_url": .string(address), "expires_in": .string(String(emulation.options.deviceLifetime)),
            "interval": .string(String(code.interval)),
            "message": .string("To sign in, open \(address) in a web browser and enter the code \(code.userCode)."),
        ]
    }
}
