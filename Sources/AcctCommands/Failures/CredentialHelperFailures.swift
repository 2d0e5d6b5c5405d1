import AccountProfiles
import AuthCore
import HTTPTransport

/// The failures of `acct git-credential` and `acct docker-credential`.
extension Failure {
    /// Several profiles could act for a remote repository or a registry.
    ///
    /// - Parameter pattern: of a rule that would decide.
    init(_ tie: Tie, at pattern: String) {
        self.init(tie)
        lacksProfileOption = false
        let others = tie.others.isEmpty ? "" : " Not these: \(Self.reasons(tie.others))."
        let question =
            if let place = tie.place, let other = tie.dissentingPlace {
                "\(place) and \(other) belong to different accounts. These could be meant for \(pattern)"
            } else {
                "Several profiles could act for \(pattern)"
            }
        message = "\(question): \(Self.list(candidates ?? [])).\(others)"
        remedy = Remedy(leadIn: "Choose one by a rule:", "acct rule add \(pattern) NAME")
    }

    /// - Parameter host: the address that git named, as a pattern.
    static func unnamedRepository(of host: String, _ pattern: String) -> Failure {
        Failure(
            .ambiguous,
            "Git named only the host, and the rule \"\(pattern)\" is about some of its repositories.",
            leadIn: "To let git name the repository:",
            command: "git config --global credential.\(host.prefix { $0 != "*" }.dropLast()).useHttpPath true")
    }

    static func unnamedImage(of registry: String, _ pattern: String) -> Failure {
        Failure(
            .ambiguous,
            "Docker names only the registry, and the rule \"\(pattern)\" is about some of its images.",
            leadIn: "Make a rule for the whole registry:",
            command: "acct rule add \(registry) NAME")
    }

    static let registryCredentialNotStored = Failure(
        .usage, "docker-credential-acct stores no passwords. It signs docker in as a profile, without docker login.",
        command: "acct docker-credential --help")

    static func unknownRegistryOperation(_ operation: String) -> Failure {
        Failure(
            .usage, "\"\(operation)\" is not an operation of a credential helper: get, store, erase or list.",
            command: "acct docker-credential --help")
    }

    init(_ error: RegistryError, of registry: ContainerRegistry, as profile: Profile) {
        switch error {
        case .refused(let reason):
            self.init(
                .failed,
                "\(registry.host) refused \(profile.nameAndUsername). The account needs a role there, such as AcrPull.",
                leadIn: "If another profile has one:",
                command: "acct rule add \(registry.rulePattern) NAME")
            if let words = reason.flatMap(ServerText.line) { remarks = [Remark("The registry said: \(words)")] }
        case .unavailable(let status):
            self.init(.network, "\(registry.host) is not available (status \(status)). Try again later.")
        case .malformedResponse:
            self.init(
                .failed,
                "\(registry.host) responded with something else than a token.",
                leadIn: "To see the request, add --verbose:",
                command: "echo \(registry.host) | acct docker-credential get --verbose")
        }
        self.profile = profile.name.text
    }
}

/// The formats in which other programs ask for a credential: git, and kubectl.
extension Failure {
    static let notACredentialDescription = Failure(
        .usage, "stdin is not a description of a credential as git writes it. Git runs this command.",
        command: "acct git-credential --help")

    static func notARemote(_ text: String) -> Failure {
        Failure(
            .usage, "\"\(text)\" is neither the https address of a git remote nor a registry of Azure.",
            command: "acct why --remote https://dev.azure.com/ORGANIZATION")
    }

    static let execInfoInvalid = Failure(
        .usage, "KUBERNETES_EXEC_INFO is not an ExecCredential. kubectl sets it; in a shell, remove it.",
        command: "unset KUBERNETES_EXEC_INFO")

    static func execVersion(_ version: String, among versions: [String]) -> Failure {
        Failure(
            .usage,
            "kubectl requests an ExecCredential of version \"\(version)\"; acct prints \(versions.joined(separator: " and ")).",
            command: "kubectl config set-credentials USER --exec-api-version=\(versions[0])")
    }
}
