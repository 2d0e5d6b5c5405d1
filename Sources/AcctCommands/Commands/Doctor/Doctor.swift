import AccountProfiles
import AccountStore
import ArgumentParser

/// `acct doctor`: what is wrong on this machine.
struct Doctor: DataCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Find what is wrong, and the command that mends it.",
        discussion: """
            Checks the store and its key, the permissions and the file system of its files, free space and leftovers \
            of interrupted runs, the sign-ins, the credentials of apps, bindings, rules and .acct files, the \
            variables for proxies and certificates, the browser, the device's identity broker, the libraries that are \
            loaded when they are needed, completion and the manual. Each finding is one line, what is wrong first, \
            with the command that mends it. The output has no secrets: it can be pasted into a report.

            Without --online no request is sent. With it, the sign-in server of every profile is asked for its \
            discovery document, this machine's clock is compared with the server's, the proxy is tried, and the broker \
            is asked for a token of each of its profiles.

            Without --repair nothing is mended. With it, acct closes the store's files to other users, removes \
            leftovers and damaged tokens, and makes a new database of the readable rows of a damaged one, which stays \
            beside it. It asks before what cannot be undone, such as removing a key that the store does not use; \
            without a terminal that is left unless --yes is given. What seems to belong to no profile is not removed while the \
            files of a damaged database are set aside, since it may be of a profile that was lost with them. The list then \
            shows the state after the repairs.

              acct doctor
              acct doctor --online
              acct doctor --repair
              acct doctor --json | jq '.[] | select(.level == "wrong")'

            The exit code is 0 when nothing is wrong and 1 otherwise. A note is not wrong. What ends within a week is \
            announced: certificates, client secrets whose day was given with --client-secret-expires, and sign-ins. \
            Microsoft ends a sign-in that was not renewed for 90 days; other issuers are taken at their word.
            """)

    @Flag(help: "Also ask the servers of the profiles.")
    var online = false

    @Flag(help: "Mend what can be mended safely.")
    var repair = false

    @Flag(name: .shortAndLong, help: "Do not ask before a repair that cannot be undone.")
    var yes = false

    @OptionGroup
    var json: JSONOption

    @OptionGroup
    var common: CommonOptions

    func validate() throws {
        if yes, !repair { throw ValidationError("--yes needs --repair.") }
    }

    func run(_ services: Services) async throws {
        let repaired = repair ? await repairs(services) : []
        let found = await AllChecks(services: services, isOnline: online).findings()
        let findings = repair ? found.map { $0.afterRepair(isConfirmed: yes) } : found
        try services.output.print(Findings(findings + repaired), asJSON: json.json)
        let count = findings.count { $0.level == .wrong }
        guard count > 0 else { return services.output.note("Nothing is wrong.") }
        services.output.note(count == 1 ? "1 thing is wrong." : "\(count) things are wrong.")
        throw ExitCode(Failure.Kind.failed.exitCode)
    }

    /// Looks again after repairs: a store that could not be opened before may have more to repair.
    private func repairs(_ services: Services) async -> [Finding] {
        var repairs = Repairs(services: services, isConfirmed: yes)
        var tried: Set<String> = []
        var count: Int
        repeat {
            count = repairs.done.count
            let found = await AllChecks(services: services, isOnline: false).findings()
            repairs.run(found.filter { tried.insert($0.message).inserted })
        } while repairs.done.count > count
        return repairs.done
    }
}

/// All checks. One that fails is a finding, and does not stop the others.
struct AllChecks {
    let services: Services
    let isOnline: Bool

    func findings() async -> [Finding] {
        var findings = EnvironmentChecks(services).findings() + LibraryChecks.findings()
        findings += InstallationChecks(services.environment).findings()
        // Before the store is opened, which closes some of its files.
        let exposure = Self.check(.store) { try StoreFileChecks(services).exposure() }
        findings += exposure
        findings += Self.check(.store) { try StoreFileChecks(services).misplacedFiles() }
        findings += Self.check(.store) { try StoreFileChecks(services).sharedFolder() }
        var profiles: [Profile]?
        do {
            profiles = try services.profiles.profiles()
        } catch StoreError.exposed where !exposure.isEmpty {
        } catch {
            findings.append(StoreChecks(services).finding(error))
        }
        if let profiles { findings += storeFindings(profiles) }
        findings += await BrokerChecks(services).findings(profiles ?? [], isOnline: isOnline)
        if isOnline {
            findings += await ServerChecks(services).findings(profiles ?? [])
            findings += ProxyCheck(services.environment).findings()
        }
        return Self.distinct(findings)
    }

    /// The checks of a store that can be opened.
    private func storeFindings(_ profiles: [Profile]) -> [Finding] {
        let store = StoreChecks(services)
        var findings = Self.check(.store) { try store.findings(profiles) }
        let key = Self.check(.key) { try store.key() }
        findings += key
        findings += Self.check(.store) { try StoreFileChecks(services).leftovers(profiles) }
        // Every secret would be found to be unreadable, for a reason that is found already.
        let isKeyUsable = (try? services.store.keyStatus().state) == .unlocked
        if isKeyUsable { findings += Self.check(.store) { try store.damagedSecrets(profiles) } }
        findings += Self.check(.signIn) {
            try SignInChecks(services).findings(profiles, withCredentials: isKeyUsable)
        }
        let directories = DirectoryChecks(services)
        findings += Self.check(.binding) { try directories.bindings() }
        findings += Self.check(.binding) { try directories.files(profiles) }
        findings += Self.check(.rule) { try directories.rules() }
        return findings
    }

    private static func check(_ check: Finding.Check, _ body: () throws -> [Finding]) -> [Finding] {
        do { return try body() } catch { return [Finding(check, error)] }
    }

    /// Several checks can meet the same error.
    private static func distinct(_ findings: [Finding]) -> [Finding] {
        var messages: Set<String> = []
        return findings.filter { messages.insert($0.message).inserted }
    }
}
