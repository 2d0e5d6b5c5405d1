import AccountProfiles
import HTTPTransport

/// The profile that a command in the current directory acts as. Commands that change the current profile or a binding
/// report it, because a variable, a nearer binding or a file may decide all the same.
struct ActingProfile {
    private let result: Result<Selection, Failure>

    /// - Parameter environment: nil for that of the process.
    init(_ services: Services, environment: Environment? = nil) {
        result = Result { try services.quiet(environment: environment).selector.decide(nil) }.mapError { Failure($0) }
    }

    /// Nil where no profile acts.
    var name: ProfileName? { (try? result.get())?.profile.name }

    /// A sentence on the profile and the reason for it, or on why no profile acts.
    var sentence: String {
        switch result {
        case .success(let selection) where selection.step == .environment:
            return "ACCT_PROFILE is set, so commands in this shell still use \(selection.profile.name)."
        case .success(let selection):
            let profile = selection.profile
            return "Commands in this directory act as \(profile.nameAndUsername): \(selection.reason)."
        case .failure(let failure):
            return "No profile acts in this directory. \(failure.sentence(withCommand: true))"
        }
    }

    /// The sentence on who acts, as the end of a message about a profile; empty where that profile acts.
    func remark(unless name: ProfileName) -> String { self.name == name ? "" : " \(sentence)" }
}

extension DirectoryChain {
    /// Whether a binding of the directory can count in the current one.
    static func currentIncludes(_ directory: String, _ environment: Environment) -> Bool {
        current(environment)?.directories.contains { isSame($0, directory) } == true
    }
}
