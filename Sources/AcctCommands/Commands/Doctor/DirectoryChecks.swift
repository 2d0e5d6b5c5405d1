import AccountProfiles
import AccountStore
import Glibc
import HTTPTransport

/// Bindings, `.acct` files and rules.
struct DirectoryChecks {
    private let services: Services

    init(_ services: Services) { self.services = services }

    func bindings() throws -> [Finding] {
        try services.bindings.bindings().compactMap { binding in
            let directory = binding.directory
            let exists = access(directory, F_OK) == 0
            // Without permission to look, or on a disk that fails, a directory counts as existing.
            guard exists ? !ResolvedPath.isDirectory(directory) : errno == ENOENT || errno == ENOTDIR else {
                return nil
            }
            return Finding(
                .binding, .wrong,
                "The directory \(directory) is bound, and it \(exists ? "is a file now" : "does not exist").",
                command: "acct unbind \(directory)")
        }
    }

    /// The `.acct` files here and above, also those that were allowed and are gone.
    func files(_ profiles: [Profile]) throws -> [Finding] {
        guard let chain = DirectoryChain.current(services.environment) else { return [] }
        let usageHistory = UsageHistory(domains: try services.usage.tenantDomains())
        let allowed = try services.bindings.allowedFiles(among: chain.directories.map(AcctFile.path))
        return try chain.directories.compactMap { directory in
            do {
                let path = AcctFile.path(in: directory)
                guard let file = try AcctFile(in: directory) else {
                    if allowed.contains(path) { throw AcctFileError.gone(path: path) }
                    return nil
                }
                let binding = try file.binding()
                try file.requireAllowance(in: services.bindings, services.profiles)
                return missingTarget(of: binding, profiles, usageHistory)
            } catch AcctFileError.notAllowed(let path) {
                return Finding(
                    .binding, .note, "\(path) is ignored: its content is not allowed.",
                    command: "acct allow \(path)")
            } catch let error as AcctFileError {
                let failure = Failure(error)
                let path = AcctFile.path(in: directory)
                return Finding(
                    .binding, .wrong, failure.text, remedy: failure.remedy ?? Remedy("${EDITOR:-vi} \(path)"))
            }
        }
    }

    /// - Parameter binding: that of a file which is allowed.
    private func missingTarget(
        of binding: Binding, _ profiles: [Profile], _ usageHistory: UsageHistory
    ) -> Finding? {
        let context = SelectionContext(binding: binding, current: nil, usageHistory: usageHistory)
        do throws(SelectionError) {
            _ = try Ladder(profiles: profiles, context: context).select()
            return nil
        } catch {
            let path = AcctFile.path(in: binding.directory)
            return switch (error, binding.target) {
            case (.unknownInFile, .profile(let name)):
                Finding(
                    .binding, .wrong, "\(path) names the profile \(name), which does not exist.",
                    command: "acct add \(name)")
            case (.unknownTenant, .tenant(let tenant)):
                Finding(
                    .binding, .wrong, "\(path) names the tenant \(tenant), and no profile is in it.",
                    command: "acct add --tenant \(tenant)")
            default: nil
            }
        }
    }

    /// The rules that are never used, and the pairs of the others that their age alone decides between.
    func rules() throws -> [Finding] {
        let rules = try services.rules.rules()
        let shadowed = rules.shadowed()
        let unused = Set(shadowed.map(\.rule.number))
        return shadowed.map(Self.shadowedRule) + Self.conflicts(among: rules.filter { !unused.contains($0.number) })
    }

    /// A rule whose requests all belong to another rule.
    private static func shadowedRule(_ rule: NumberedRule, by other: NumberedRule) -> Finding {
        Finding(
            .rule, .note,
            "Rule \(rule.number) (\(rule.rule.pattern.text)) is never used: rule \(other.number) "
                + "(\(other.rule.pattern.text)) goes before it and matches the same requests.",
            command: "acct rule remove \(rule.number)")
    }

    /// The pairs of rules that name different profiles for the same requests, with nothing but their age to tell them apart.
    private static func conflicts(among rules: [NumberedRule]) -> [Finding] {
        rules.indices.flatMap { index in
            let (rule, later) = (rules[index], rules[(index + 1)...])
            return later.filter(rule.conflicts).map { other in
                Finding(
                    .rule, .note,
                    "Rules \(rule.number) and \(other.number) are equally specific and name different profiles: where both "
                        + "match, the older one decides reads, and writes and tokens stop.",
                    command: "acct rule list")
            }
        }
    }
}
