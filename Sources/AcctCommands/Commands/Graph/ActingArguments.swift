import ArgumentParser

/// `ActingOptions` as they are typed.
struct ActingArguments: ParsableArguments {
    @OptionGroup
    var profile: ProfileOption

    @OptionGroup(title: "Several profiles")
    var many: ManyProfilesArguments

    var options: ActingOptions { ActingOptions(profile: profile.name, many: many.options) }
}
