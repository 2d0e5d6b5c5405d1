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

    static func scopeOfReadOnlyProfile(_ profile: ProfileName, scope: String) -> Failure {
        Failure(
            .policy,
            "\(readOnlySentence(forbidding: scope)) Nothing was changed.",
            leadIn: "Name the scopes with --scope:",
            command: "acct edit \(profile) --read-only --scope User.Read", profile: profile.text)
    }
}
