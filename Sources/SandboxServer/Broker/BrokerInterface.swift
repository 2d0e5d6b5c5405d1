/// The D-Bus interface of the broker. It has no introspection data, as the interface of a real broker has none.
struct BrokerInterface {
    static let busName = "com.microsoft.identity.broker1"
    private static let path = "/com/microsoft/identity/broker1"
    private static let name = "com.microsoft.identity.Broker1"

    /// The target of a call.
    enum Target {
        case method(BrokerMethod)
        case ping
        case unknown(BusReply)
    }

    static func target(of call: BusCall) -> Target {
        if call.interface == "org.freedesktop.DBus.Peer", call.member == "Ping" { return .ping }
        guard call.path == path else {
            return error("UnknownObject", "No such object path '\(call.path)'")
        }
        guard call.interface ?? name == name else {
            return error("UnknownInterface", "No such interface '\(call.interface ?? "")'")
        }
        guard let method = BrokerMethod(rawValue: call.member) else {
            return error("UnknownMethod", "No such method '\(call.member)'")
        }
        guard call.signature == "sss", call.arguments.count == 3 else {
            return error("InvalidArgs", "The arguments have the signature '\(call.signature)', not 'sss'")
        }
        return .method(method)
    }

    private static func error(_ name: String, _ text: String) -> Target {
        .unknown(.error(name: "org.freedesktop.DBus.Error.\(name)", text: text))
    }
}

extension BrokerMethod {
    /// The response of a method that failed.
    func response(_ failure: BrokerFailure) -> JSON {
        guard isTokenRequest else { return ["error": failure.json] }
        return [
            "brokerTokenResponse": [
                "accessTokenType": 0, "error": failure.json, "expiresOn": 0, "extendedExpiresOn": 0,
            ],
            "telemetry": Self.telemetry,
        ]
    }

    static let telemetry: JSON = ["broker_version": .string(brokerVersion), "is_successful": false]
    static let brokerVersion = "2.0.4"
}
