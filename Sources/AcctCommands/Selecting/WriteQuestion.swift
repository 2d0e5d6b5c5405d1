import AccountProfiles

extension Services {
    /// Lets nothing be written as somebody whom only the request itself points at: a person is asked, and where there is
    /// nobody to ask it is refused.
    ///
    /// - Parameter what: would be written.
    func confirmWrite(_ what: String, as selection: Selection) throws {
        let profile = selection.profile
        guard canPrompt else {
            throw Failure(
                .policy,
                "\(what) would act as \(profile.name) (\(profile.username)) only because \(selection.reason), "
                    + "and a write is not left to a guess. Nothing was sent; "
                    + "if \(profile.name) is meant, add --profile \(profile.name.text.asShellWord).",
                profile: profile.name.text)
        }
        output.prompt("\(profile.name) (\(profile.username)) was not named; \(selection.reason).\n")
        output.prompt("\(what) as \(profile.name)? [y/N] ")
        guard let answer = readLine()?.lowercased(), ["y", "yes"].contains(answer) else {
            throw Failure(
                .cancelled, "Nothing was sent. To name who acts: --profile \(profile.name.text.asShellWord)",
                profile: profile.name.text)
        }
    }
}
