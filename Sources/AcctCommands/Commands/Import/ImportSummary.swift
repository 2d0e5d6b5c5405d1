import AuthCore

/// The rows of an import, and what people should know beside them.
struct ImportSummary {
    let services: Services
    let isDryRun: Bool

    /// - Throws: `InteropError.nobody` when nothing of the file could come in.
    func show(_ rows: [ImportRow], of path: String, skipped: [SkippedEntity: Int], asJSON: Bool) throws {
        try services.output.print(rows, asJSON: asJSON)
        for (entry, count) in skipped.sorted(by: { $0.key.sentence < $1.key.sentence }) {
            services.output.note("Left out: \(entry.sentence) (\(count) \(count == 1 ? "entry" : "entries")).")
        }
        if rows.isEmpty { throw InteropError.nobody(path: path) }
        let waiting = rows.filter { $0.outcome == .added && !$0.signedIn }.compactMap(\.profile)
        if let first = waiting.first {
            services.output.note(
                waiting.count == 1
                    ? "To finish, sign in: acct sign-in \(first)"
                    : "To finish, sign in to each: \(waiting.map { "acct sign-in \($0)" }.joined(separator: ", "))")
        }
        if isDryRun { services.output.note("Nothing was stored: this was a dry run.") }
    }
}

extension SkippedEntity {
    fileprivate var sentence: String {
        switch self {
        case .unreadable: "what lacks a field that it needs"
        case .noAccount: "tokens of apps that act for nobody"
        case .bound: "access tokens that only the program which got them can use"
        case .unknownHost(let host):
            "accounts of \(host), which is no Microsoft cloud; name it with --authority or --issuer"
        case .unknownTenant(let account): "account \(account), because nothing says in which tenant"
        }
    }
}
