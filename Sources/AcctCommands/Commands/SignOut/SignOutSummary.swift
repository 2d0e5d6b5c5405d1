/// The sign-out of many accounts in a few lines. `--json` lists each account.
struct SignOutSummary {
    let lines: [String]

    /// As many accounts are reported one by one, which is about what a terminal shows at once.
    private static let mostListed = 10

    /// Nil for reports that are few enough to be read one by one.
    init?(_ reports: [SignOutReport]) {
        guard reports.count > Self.mostListed else { return nil }
        func sum(_ count: (SignOutReport.Removed) -> Int) -> Int { reports.reduce(0) { $0 + count($1.removed) } }
        let revoked = reports.count(where: \.revoked)
        var seen: Set<String> = []
        let remaining = reports.flatMap(\.remaining).filter { seen.insert($0).inserted }
        lines =
            [
                "Signed out \(reports.count) accounts: removed \(sum(\.accessTokens)) access, \(sum(\.refreshTokens)) refresh "
                    + "and \(sum(\.idTokens)) ID tokens (\(reports.reduce(0) { $0 + $1.profiles.count }) profiles).",
                revoked > 0 ? "The server ended sessions of \(revoked) accounts." : nil,
                "Remaining:",
            ].compactMap(\.self) + remaining.map { "  \($0)" }
    }
}
