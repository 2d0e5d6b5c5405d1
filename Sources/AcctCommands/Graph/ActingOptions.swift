import ArgumentParser

/// Who acts: one profile or several.
struct ActingOptions: ParsableArguments {
    @OptionGroup
    var profile: ProfileOption

    @OptionGroup(title: "Several profiles")
    var many: ManyProfilesOptions

    func validate() throws {
        if many.isGiven, profile.name != nil {
            throw ValidationError("--profile acts as one, --profiles and --all-profiles as several: give only one.")
        }
    }

    /// Refuses what several profiles cannot do at once.
    func check(_ answer: AnswerOptions) throws {
        guard many.isGiven else { return }
        if answer.pages.resumeFrom != nil || (answer.pages.maxItems != nil && !answer.pages.ndjson) {
            throw ValidationError(
                "With several profiles --max-items goes with --ndjson, and --resume-from is for one of them.")
        }
        if answer.output.isGiven {
            throw ValidationError(
                "With several profiles each answer is a line of JSON: "
                    + "leave out --include, --silent, --jq and --output.")
        }
    }
}
