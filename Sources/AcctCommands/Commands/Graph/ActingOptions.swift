import ArgumentParser

/// Who acts: one profile or several.
struct ActingOptions: Equatable {
    var profile: String?
    var many = ManyProfilesOptions()

    func check() throws(ValidationError) {
        try many.check()
        if many.isGiven, profile != nil {
            throw ValidationError("--profile acts as one, --profiles and --all-profiles as several: give only one.")
        }
    }

    /// Refuses what several profiles cannot do at once.
    func check(_ answer: AnswerOptions) throws(ValidationError) {
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
