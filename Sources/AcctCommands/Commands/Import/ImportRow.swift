/// What becomes of one account that a file holds.
struct ImportRow: TableRow {
    enum Outcome: String, Encodable {
        case added, updated, unchanged, skipped
    }

    let outcome: Outcome
    /// Nil where no profile came of it.
    let profile: String?
    let username, tenantId, clientId, reason: String
    /// Whether the profile can act without a sign-in.
    let signedIn: Bool

    static let header = ["OUTCOME", "PROFILE", "USERNAME", "TENANT", "CLIENT", "WHY"]

    var cells: [String] { [outcome.rawValue, profile ?? "", username, tenantId, clientId, reason] }
}
