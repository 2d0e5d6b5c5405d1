import AccountProfiles
import AccountStore
import ArgumentParser

/// One read as several profiles at once.
struct ManyProfilesOptions: Equatable {
    /// Their names, with commas between.
    var profiles: String?
    var allProfiles = false

    var isGiven: Bool { profiles != nil || allProfiles }

    func check() throws(ValidationError) {
        if profiles != nil, allProfiles { throw ValidationError("Give only one of --profiles and --all-profiles.") }
        if let profiles, names(in: profiles).isEmpty {
            throw ValidationError("--profiles takes names with commas between: --profiles work,home")
        }
    }

    /// The profiles that are meant, each once.
    ///
    /// - Throws: `ProfileError.unknown`, `SelectionError.none`.
    func chosen(from repository: ProfileRepository) throws -> [Profile] {
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
