/// The tables, as the steps that lead to them, each in a file of its own. A step is never edited once released: append the
/// next one.
///
/// The version of a database is the number of steps it has taken, in `PRAGMA user_version`. GRDB's migrator keeps
/// names in a table of its own, which it creates if need be and reads at each start; this reads one number, and every
/// `acct token` pays for it.
enum Schema {
    static let steps = [
        first, servers, applicationCredentials, pendingClaims, usageHistory, targets, permissionList,
        redirectPort, answers, rejectedCredentials, sealedDocuments, transfers,
    ]
    static var version: Int { steps.count }
}
