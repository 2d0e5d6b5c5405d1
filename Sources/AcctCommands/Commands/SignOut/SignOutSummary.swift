/// The sign-out of several accounts in a few lines. `--json` lists each account.
struct SignOutSummary {
    let lines: [String]

    /// As many accounts are reported one by one, which is about what a terminal shows at once.
    private static let mostListed = 10

    /// Nil for a single report.
    init?(_ reports: [SignOutReport]) {
        guard reports.count > 1 else { return nil }
        var seen: Set<String> = []
        let remaining = reports.flatMap(\.remaining).filter { seen.insert($0).inserted }
        let outcome = reports.count > Self.mostListed ? Self.sums(of: reports) : reports.flatMap(\.outcome)
        lines = outcome + ["Remaining:"] + remaining.map { "  \($0)" }
    }

    private static func sums(of reports: [SignOutReport]) -> [String] {
        func sum(_ count: (SignOutReport.Removed) -> Int) -> Int { reports.reduce(0) { $0 + count($1.removed) } }
        let revoked = reports.count(where: \.revoked)
        return [
            "Signed out \(reports.count) accounts: removed \(sum(\.accessTokens)) access, \(sum(\.refreshTokens)) refresh "
                + "and \(sum(\.idTokens)) ID tokens (\(reports.reduce(0) { $0 + $1.profiles.count }) profiles).",
            revoked > 0 ? "The server ended sessions of \(revoked) accounts." : nil,
        ].compactMap(\.self)
    }
}
