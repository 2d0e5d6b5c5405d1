import ArgumentParser

/// `ManyProfilesOptions` as they are typed.
struct ManyProfilesArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read as each of these profiles at once, with commas between. Each answer is a line of JSON with profile "
                + "and value, or profile and error, as soon as it is there.", valueName: "names"),
        completion: .profileNames)
    var profiles: String?

    @Flag(help: "The same as every profile there is; those that cannot do it say so in their line.")
    var allProfiles = false

    var options: ManyProfilesOptions { ManyProfilesOptions(profiles: profiles, allProfiles: allProfiles) }
}
