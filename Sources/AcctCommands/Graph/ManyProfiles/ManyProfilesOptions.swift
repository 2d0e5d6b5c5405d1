import AccountProfiles
import ArgumentParser

/// One read as several profiles at once.
struct ManyProfilesOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Read as each of these profiles at once, with commas between. Each answer is a line of JSON with profile "
                + "and value, or profile and error, as soon as it is there.", valueName: "names"),
        completion: .profileNames)
    var profiles: String?

    @Flag(help: "The same as every profile there is; those that cannot do it say so in their line.")
    var allProfiles = false

    var isGiven: Bool { profiles != nil || allProfiles }

    func validate() throws {
        if profiles != nil, allProfiles { throw ValidationError("Give only one of --profiles and --all-profiles.") }
        if let profiles, names(in: profiles).isEmpty {
            throw ValidationError("--profiles takes names with commas between: --profiles work,home")
        }
    }

    /// The profiles that are meant, each once.
    ///
    /// - Throws: `ProfileError.unknown`, `SelectionError.none`.
    func chosen(from repository: any ProfileRepository) throws -> [Profile] {
        guard let profiles else {
            let all = try repository.profiles()
            guard !all.isEmpty else { throw SelectionError.none }
            return all
        }
        var seen: Set<ProfileName> = []
        return try names(in: profiles).map { try repository.profile(named: $0) }
            .filter { seen.insert($0.name).inserted }
    }

    private func names(in list: String) -> [String] {
        list.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    }
}
