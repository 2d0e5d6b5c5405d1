import AccountProfiles
import AuthCore

/// Settings that a profile cannot have.
extension Failure {
    static func clientIDOfApp(_ profile: Profile) -> Failure {
        Failure(
            .usage,
            "Profile \(profile.name) is the app \(profile.username) itself.",
            leadIn: "Add another app as a separate profile:",
            command: "acct add NAME --tenant \(profile.tenantID) --client-id ID --client-secret-stdin",
            profile: profile.name.text)
    }

    static func pagesOfApp(_ profile: ProfileName) -> Failure {
        Failure(
            .usage, "Profile \(profile) belongs to an app, which opens no pages: remove --browser and --redirect-uri.",
            profile: profile.text)
    }

    static func noClientSecret(_ profile: ProfileName) -> Failure {
        Failure(
            .usage, "Profile \(profile) signs in without a client secret: remove --client-secret-expires.",
            profile: profile.text)
    }

    static func secretExpiryPassed(_ day: CalendarDay) -> Failure {
        Failure(.usage, "\(day.text) is over: give the day on which the client secret ends.")
    }

    static func readOnlySentence(forbidding scope: String) -> String {
        "A read-only profile can request only scopes that read; \(scope) may allow changes."
    }

    /// - Parameter profile: a read-only one, with the scopes that it would have.
    static func scopesOfReadOnlyProfile(_ profile: Profile) -> Failure {
        let forbidden = profile.scopes.beyondReading
        let reading = profile.scopes.without(forbidden)
        let edit: SuggestedCommand = "acct edit \(profile.name) --read-only"
        let (leadIn, options) =
            reading.isEmpty
            ? ("Name scopes that only read:", ["--scope", profile.graph == nil ? "SCOPE" : "User.Read"])
            : ("To request only the others:", reading.optionWords)
        return Failure(
            .policy, "\(readOnlySentence(forbidding: forbidden.names.joined(separator: ", "))) Nothing was changed.",
            leadIn: leadIn, command: edit.adding(options), profile: profile.name.text)
    }
}
