import FoundationEssentials

/// The effects of the faults on calls.
extension BrokerFaults {
    /// The failure that a fault puts in the place of tokens.
    func failure(of method: BrokerMethod) -> BrokerFailure? {
        if hits(method, .interaction) {
            return BrokerFailure(
                oauthError: "interaction_required",
                description: "AADSTS50076: Due to a configuration change made by your administrator, you must use "
                    + "multi-factor authentication.",
                suberror: "basic_action", claims: Self.claims)
        }
        if hits(method, .cancelled) { return BrokerFailure(.userCancelled, "The user cancelled the sign-in.") }
        if hits(method, .noNetwork) { return BrokerFailure(.noNetwork, "The device has no network.") }
        if hits(method, .serverDown) {
            return BrokerFailure(.serverTemporarilyUnavailable, "The identity platform responded with status 503.")
        }
        return nil
    }

    /// The claims challenge of the fault `interaction`.
    static let claims =
        #"{"access_token":{"capolids":{"essential":true,"values":["c0ffee00-1234-4abc-8def-001122334455"]}}}"#

    /// A successful response with the members that a fault changes.
    func altered(_ response: JSON) -> JSON {
        var response = response
        if contains(.seconds) {
            for name in ["expiresOn", "extendedExpiresOn"] {
                response[name] = response[name]?.integer.map { .integer($0 / 1000) }
            }
        }
        if contains(.opaqueIDToken) {
            response["idToken"] = .string(Data("an ID token that is not a JWT".utf8).base64EncodedString())
        }
        if contains(.noIDToken) { response["idToken"] = nil }
        return response
    }

    /// The reply that a fault puts in the place of any response; nil for none.
    func reply(to method: BrokerMethod) -> BusReply? {
        if hits(method, .dbusError) {
            return .error(
                name: "org.freedesktop.DBus.Error.Failed", text: "Failed to connect to the daemon: connection refused")
        }
        guard let garbage = garbage(for: method) else { return nil }
        switch garbage {
        case "empty": return .text("")
        case "nothing": return .nothing
        case "types":
            return .text(
                #"{"brokerTokenResponse":{"accessToken":7,"account":"alice","expiresOn":"soon","error":[]},"#
                    + #""accounts":{"0":null},"error":true,"linuxBrokerVersion":2}"#)
        default: return .text("<html>502 Bad Gateway</html>")
        }
    }
}
