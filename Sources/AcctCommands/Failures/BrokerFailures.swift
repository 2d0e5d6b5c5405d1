import AuthCore

/// The device's broker.
extension Failure {
    init(_ problem: BrokerProblem, retryCommand: SuggestedCommand) {
        switch problem {
        case .unavailable(let absence):
            self.init(absence, retryCommand: retryCommand)
        case .notStarted(let reason):
            self.init(
                .failed,
                "This device's identity broker cannot be started\(reason.asCause). Cached tokens still work until they expire.",
                leadIn: "See its log:",
                command: "journalctl --user -b -t dbus-daemon -t microsoft-identity-broker")
        case .stopped:
            self.init(
                .network,
                "This device's identity broker stopped while it was asked. Nothing was changed; try again.")
        case .timedOut(let seconds):
            let time = seconds.map { " within \($0) s" } ?? " in time"
            self.init(
                .network, "This device's identity broker did not respond\(time). Nothing was changed; try again.")
        case .malformedResponse(let method):
            self.init(
                .failed,
                "This device's identity broker sent a response to \(method) that acct does not understand. Nothing was stored.",
                leadIn: "To sign in without it, name another way:",
                command: retryCommand.removing(flag: "--broker").adding("--device-code"))
        case .unregisteredRedirectURI(let uri):
            self.init(
                .failed,
                "The app registration does not list the redirect URI of the device's broker. Add \(uri) under \"Mobile and "
                    + "desktop applications\".", leadIn: "Then run:",
                command: retryCommand)
        case .serverUnavailable(let text):
            self.init(
                .network,
                "This device's identity broker cannot reach its server\(text.asCause). Nothing was changed; try again.")
        case .failed(let text):
            self.init(
                .failed, "This device's identity broker refused\(text.asCause).", leadIn: "If a sign-in is needed:",
                command: retryCommand)
        }
    }

    private init(_ absence: BrokerAbsence, retryCommand: SuggestedCommand) {
        let sentence =
            switch absence {
            case .noLibrary:
                "The device's identity broker is reached through libsystemd, which is not installed. Install the package "
                    + "libsystemd0"
            case .noBus(let reason):
                "The device's identity broker is on the session bus, which cannot be reached"
                    + "\(ServerText.line(reason).map { " (\($0))" } ?? ""). There is one in a desktop session, and none in "
                    + "cron, in a container or under sudo. Run acct there"
            case .foreignBus(let userID):
                "The session bus belongs to the user with the id \(userID), so the device's identity broker cannot be "
                    + "asked for you. Run acct without sudo"
            case .notInstalled:
                "No identity broker responds on the session bus. Install microsoft-identity-broker or himmelblau, and "
                    + "enrol the device"
            }
        self.init(
            .failed, "\(sentence).", leadIn: "Or sign in another way, such as:",
            command: retryCommand.removing(flag: "--broker").adding("--device-code"))
    }

    /// - Parameter retryCommand: the command with `--broker`.
    static func brokerUnsupported(retryCommand: SuggestedCommand) -> Failure {
        Failure(
            .usage, "A device's broker signs in to Microsoft Entra alone.", leadIn: "For this authority, run:",
            command: retryCommand.removing(flag: "--broker"))
    }

    /// A sign-in that only a managed device may do.
    ///
    /// - Parameter hasBroker: whether this device has a broker, which proves that it is managed.
    static func managedDeviceRequired(_ words: String, hasBroker: Bool, retryCommand: SuggestedCommand) -> Failure {
        let refusal = "The server refused the sign-in: \(words)."
        guard hasBroker else {
            return Failure(
                .failed,
                "\(refusal) No identity broker responds here that could show that this device is one. Install "
                    + "microsoft-identity-broker or himmelblau, and enrol the device.", leadIn: "Then run:",
                command: retryCommand.adding("--broker"))
        }
        return Failure(
            .failed, "\(refusal) This device has a broker.", leadIn: "To sign in with it:",
            command: retryCommand.adding("--broker")
        )
    }

    /// A sign-in in the broker's window, which the setting forbids.
    static func brokerWindowNeeded(forbiddenBy setting: NoInputSetting, retryCommand: SuggestedCommand) -> Failure {
        Failure(
            .signInRequired,
            "This device's broker has to ask in its window, and \(setting.rawValue) forbids that.",
            leadIn: "Without it, run:", command: retryCommand.without(setting))
    }

    /// Several accounts at the broker, and no terminal to ask on.
    static func severalBrokerAccounts(_ usernames: [String], retryCommand: SuggestedCommand) -> Failure {
        Failure(
            .ambiguous,
            "This device's broker has several accounts: \(usernames.joined(separator: ", ")). Name one with --username.",
            command: retryCommand.adding("--username", "NAME"))
    }
}
