import AccountProfiles
import AuthCore
import MicrosoftGraph

/// Programs that cannot be run as a profile, and tokens that they cannot have.
extension Failure {
    static func alreadyUnderExec(_ profile: String) -> Failure {
        Failure(
            .usage,
            "You are already inside acct exec -p \(profile). Leave that shell, or add --nested.")
    }

    static func foreignTools(in folder: String) -> Failure {
        Failure(
            .policy,
            "\(folder) has the settings of other programs, such as the Azure CLI's sign-in, for another account, and cannot be "
                + "emptied. Nothing was run.", leadIn: "To remove it:", command: "sudo rm -r \(folder)")
    }

    /// - Parameter profile: of `acct exec`.
    static func shellUnderExec(_ profile: String) -> Failure {
        Failure(
            .usage,
            "Programs in this shell, such as az and Terraform, act as \(profile) because of acct exec.",
            leadIn: "Leave the shell first:",
            command: "exit")
    }

    /// - Parameters:
    ///   - variable: the value of `ACCT_PROFILE`.
    ///   - profile: of `acct exec`.
    static func otherProfileUnderExec(_ variable: String, than profile: String) -> Failure {
        Failure(
            .policy,
            "ACCT_PROFILE is \(variable), but this shell is inside acct exec -p \(profile). Unset it, or leave this shell."
        )
    }

    static func cannotRun(_ program: String, _ problem: ProgramPath.Problem) -> Failure {
        switch problem {
        case .missing where program.contains("/"): Failure(.failed, "There is no file \(program).")
        case .missing: Failure(.failed, "There is no program named \(program) in PATH.")
        case .notExecutable: Failure(.failed, "\(program) may not be executed.")
        case .directory: Failure(.failed, "\(program) is a directory.")
        }
    }

    /// - Parameter code: the error number.
    static func cannotRun(_ program: String, _ code: Int32) -> Failure {
        Failure(.failed, "\(program) cannot be run: \(systemReason(code)).")
    }

    static func tokenServer(_ reason: String) -> Failure {
        Failure(.failed, "The local endpoint for tokens cannot be started: \(reason).")
    }

    static func profileReplaced(_ profile: ProfileName) -> Failure {
        Failure(
            .policy, "Profile \(profile) belongs to another account than when acct exec began.", leadIn: "Begin again:",
            command: "acct exec -p \(profile)", profile: profile.text)
    }

    static func otherIdentity(_ identity: String, than profile: ProfileName) -> Failure {
        Failure(
            .usage,
            "The program asks for the managed identity \(identity), but here it gets only the tokens of profile \(profile): "
                + "configure no identity.", profile: profile.text)
    }

    /// - Parameter scopes: those of the token that allow changes.
    static func writableToken(of profile: ProfileName, scopes: Scopes) -> Failure {
        let names = scopes.names.map { GraphScope($0).name }.joined(separator: " ")
        return Failure(
            .policy,
            "Profile \(profile) is read-only, and its token allows changes: in this app, the account has consented to "
                + "\(names), which the server puts into every token. acct graph only reads with it; other "
                + "programs do not get it.",
            leadIn: "For a token that only reads, add a profile with an app of its own:",
            command: "acct add NAME --read-only --client-id ID", profile: profile.text)
    }

    static func readOnlyProfile(_ profile: ProfileName, resource: String) -> Failure {
        Failure(
            .policy,
            "Profile \(profile) is read-only and has no scope of \(resource). A token for it could write.",
            leadIn: "Use a profile that may write:", command: "acct list", profile: profile.text)
    }
}
