import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// An import: the profiles and tokens that it stores, and the rows that it prints.
struct ImportRun {
    let services: Services
    let isDryRun: Bool
    /// The command as it was typed.
    let retryCommand: SuggestedCommand

    /// - Parameters:
    ///   - clientID: the value of `--client-id`. The person is asked for an id only where an account needs one.
    ///   - name: the value of `--name`.
    func rows(
        of signIns: [CachedSignIn], clientID: String?, name: String?, graph: String?
    ) async throws -> [ImportRow] {
        let name = try name.map { text throws(ProfileError) in try ProfileName(text) }
        let own = try signIns.first(where: ImportPlan.needsSignIn).map { _ in
            // A dry run asks for nothing.
            try isDryRun
                ? ClientID.known(clientID, for: nil, services) ?? ""
                : ClientID.resolve(clientID, for: nil, retryCommand: retryCommand, services).text
        }
        let existing = try services.profiles.profiles()
        if let name, existing.contains(where: { $0.name == name }) { throw ProfileError.nameInUse(name) }
        let plan = try ImportPlan(
            signIns, existing: existing, ownClientID: own, graph: graph, name: name,
            domains: services.usage.tenantDomains())
        let rows = try await rows(of: plan.steps)
        let added = zip(plan.steps, rows).filter { $1.outcome == .added }.map(\.0.profile)
        if !isDryRun { try chooseCurrent(among: added) }
        return rows
    }

    /// Makes a single new profile current where none is. Among several the choice is left to the person, and a tenant that
    /// the account is a guest in is not taken for its own.
    private func chooseCurrent(among added: [Profile]) throws {
        let repository = try services.profiles
        guard !added.isEmpty, try repository.current() == nil else { return }
        let members = added.filter { !$0.isGuest }
        guard members.count == 1, let only = members.first else {
            return services.output.note(
                "No profile is current. To make one of them current, run:", command: "acct use NAME")
        }
        _ = try repository.use(only.name.text)
        services.output.note("\(only.name) is the current profile now.")
    }

    private func rows(of steps: [ImportPlan.Step]) async throws -> [ImportRow] {
        let outcomes = try store(steps)
        var redeemed: [Int: ImportedTokens.Outcome] = [:]
        for (index, outcome) in outcomes.enumerated() where outcome == .newer && !isDryRun {
            redeemed[index] = try await redeem(steps[index])
        }
        // Read at the end: the tokens of one profile may be those of another, too.
        let statuses =
            try outcomes.contains { $0.isOfExistingProfile }
            ? services.profiles.statuses(at: services.clock.now()) : [:]
        return zip(steps, outcomes).enumerated().map { index, pair in
            let (step, outcome) = pair
            let signedIn = statuses[step.profile.name]?.state == .signedIn
            switch (outcome, redeemed[index]) {
            case (.added(let hasTokens), _):
                let signedIn = step.withoutTokens == nil && hasTokens
                let reason = step.withoutTokens ?? (signedIn ? "" : "its tokens have expired")
                return ImportRow(.added, step.profile, reason: reason, signedIn: signedIn)
            case (.newer, nil), (.newer, .saved):
                return ImportRow(.updated, step.profile, reason: "the file's tokens are newer", signedIn: true)
            case (.newer, .refused(let refusal)):
                return ImportRow(.unchanged, step.profile, reason: refusal.reason, signedIn: signedIn)
            case (.unchanged, _), (.newer, .unchanged):
                return ImportRow(
                    .unchanged, step.profile, reason: "the profile exists, and the file has nothing newer",
                    signedIn: signedIn)
            }
        }
    }

    private func redeem(_ step: ImportPlan.Step) async throws -> ImportedTokens.Outcome {
        let outcome = try await ImportedTokens(services: services).redeem(step.imported)
        if case .refused(let refusal) = outcome {
            services.output.note(refusal.note(about: step.profile.name, retryCommand: retryCommand))
        }
        return outcome
    }

    /// Stores the profiles in transactions of many each: one for each would wait for the disk thousands of times, and one
    /// for all would let other commands wait.
    private func store(_ steps: [ImportPlan.Step]) throws -> [ImportOutcome] {
        let repository = try services.profiles
        let all = steps.map(\.imported)
        guard !isDryRun else { return try repository.outcomes(of: all) }
        var outcomes: [ImportOutcome] = []
        defer { if all.count > Self.batchSize { services.output.clearProgress() } }
        while outcomes.count < all.count {
            do {
                outcomes += try repository.add(Array(all.dropFirst(outcomes.count).prefix(Self.batchSize)))
            } catch {
                if !outcomes.isEmpty {
                    services.output.note(
                        "Imported \(outcomes.count) of \(all.count) profiles. The same command imports the others.")
                }
                throw error
            }
            if all.count > Self.batchSize {
                services.output.progress("Imported \(outcomes.count) of \(all.count) profiles")
            }
        }
        return outcomes
    }

    /// The number of profiles in one transaction, which are stored in a fraction of a second.
    private static let batchSize = 250

    /// Prints the rows, and on stderr the entries that were not imported and the commands that remain to be run.
    ///
    /// - Throws: `Failure` when the file holds no account that can be imported.
    func show(_ rows: [ImportRow], of path: String, skipped: [SkippedEntity: Int], asJSON: Bool) throws {
        let output = services.output
        try output.print(rows, asJSON: asJSON)
        for (entry, count) in skipped.sorted(by: { $0.key.sentence < $1.key.sentence }) {
            output.note("Not imported: \(entry.sentence) (\(count) \(count == 1 ? "entry" : "entries")).")
        }
        if rows.isEmpty { throw Failure.noAccountToImport(from: path) }
        if !isDryRun {
            // The caches of other programs have sign-ins of people only.
            let remaining = rows.filter { $0.outcome == .added && !$0.signedIn }.map(\.profile)
            for remark in ImportRow.signInRemarks(people: remaining) { output.note(remark) }
        }
        if isDryRun { output.note("Nothing was stored: this was a dry run.") }
    }
}

extension ImportOutcome {
    fileprivate var isOfExistingProfile: Bool { self == .newer || self == .unchanged }
}

extension SkippedEntity {
    fileprivate var sentence: String {
        switch self {
        case .unreadable: "entries that lack a required field"
        case .noAccount: "tokens of apps that act without a user"
        case .bound: "access tokens that are bound to the program that got them"
        case .unknownHost(let host):
            "accounts of \(host), which is not in a Microsoft cloud; name it with --authority or --issuer"
        case .otherUserFlow(let account): "account \(account), which is of another user flow than --authority"
        case .unknownTenant(let account): "account \(account), whose tenant is not known"
        }
    }
}
