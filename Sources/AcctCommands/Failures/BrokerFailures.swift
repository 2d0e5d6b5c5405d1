import AuthCore

/// The device's broker.
extension Failure {
    init(_ problem: BrokerProblem, signInCommand: String) {
        switch problem {
        case .unavailable(let absence):
            self.init(absence)
        case .notStarted(let reason):
            self.init(
                .failed,
                "This device's identity broker cannot be started\(reason.asCause). Cached tokens still work until they expire. "
                    + "See its log:",
                command: "journalctl --user -b -t dbus-daemon -t microsoft-identity-broker")
        case .stopped:
            self.init(
                .network,
                "This device's identity broker stopped while it was asked. Nothing was changed; try again.")
        case .timedOut(let seconds):
            let time = seconds > 0 ? " within \(seconds) s" : " in time"
            self.init(
                .network, "This device's identity broker did not respond\(time). Nothing was changed; try again.")
        case .malformedResponse(let method):
            self.init(
                .failed,
                "This device's identity broker sent a response to \(method) that acct does not understand. Nothing was stored. "
                    + "To sign in without it, name another way:",
                command: Self.withoutBroker(signInCommand))
        case .unregisteredRedirectURI(let uri):
            self.init(
                .failed,
                "The app registration does not list the redirect URI of the device's broker. Add \(uri) under \"Mobile and "
                    + "desktop applications\", then run:",
                command: signInCommand)
        case .serverUnavailable(let text):
            self.init(
                .network,
                "This device's identity broker cannot reach its server\(text.asCause). Nothing was changed; try again.")
        case .failed(let text):
            self.init(
                .failed, "This device's identity broker refused\(text.asCause). If a sign-in is needed:",
                command: signInCommand)
        }
    }

    private init(_ absence: BrokerAbsence) {
        switch absence {
        case .noLibrary:
            self.init(
                .failed,
                "The device's identity broker is reached through libsystemd, which is not installed. Install the package "
                    + "libsystemd0, or sign in without --broker.")
        case .noBus(let reason):
            let cause = ServerText.line(reason).map { " (\($0))" } ?? ""
            self.init(
                .failed,
                "The device's identity broker is on the session bus, which cannot be reached\(cause). There is one in a "
                    + "desktop session, and none in cron, in a container or under sudo. Run acct there, or sign in another "
                    + "way, such as --device-code.")
        case .foreignBus(let userID):
            self.init(
                .failed,
                "The session bus in DBUS_SESSION_BUS_ADDRESS belongs to the user with the id \(userID), so the device's "
                    + "identity broker cannot be asked for you. Run acct without sudo.")
        case .notInstalled:
            self.init(
                .failed,
                "No identity broker answers on the session bus. Install microsoft-identity-broker or himmelblau, and enrol "
                    + "the device; or sign in another way, such as --device-code.")
        }
    }

    static let brokerUnsupported = Failure(
        .usage, "A device's broker signs in to Microsoft Entra alone: remove --broker for this authority.")

    /// A sign-in that only a managed device may do, on a device with a broker.
    static func managedDeviceRequired(_ words: String, again: String) -> Failure {
        Failure(
            .failed, "The server refused the sign-in: \(words). This device has a broker:", command: "\(again) --broker"
        )
    }

    /// A sign-in in the broker's window, which `--no-input` forbids.
    static func brokerWindowNeeded(again: String) -> Failure {
        Failure(
            .signInRequired,
            "This device's broker has to ask in its window, and --no-input forbids that. Without it, run:",
            command: again)
    }

    /// Several accounts at the broker, and nobody to ask.
    static func severalBrokerAccounts(_ usernames: [String], again: String) -> Failure {
        Failure(
            .ambiguous,
            "This device's broker has several accounts: \(usernames.joined(separator: ", ")). Name one with --username.",
            command: "\(again) --username NAME")
    }

    /// The command, with another way to sign in.
    private static func withoutBroker(_ command: String) -> String {
        let suffix = " --broker"
        return (command.hasSuffix(suffix) ? String(command.dropLast(suffix.count)) : command) + " --device-code"
    }
}

extension String {
    /// A program's text as the cause of what a sentence says; empty for none.
    fileprivate var asCause: String {
        guard let line = ServerText.line(self) else { return "" }
        return ": \(line.hasSuffix(".") ? String(line.dropLast()) : line)"
    }
}
