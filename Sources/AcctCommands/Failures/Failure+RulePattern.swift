import AccountProfiles

extension Failure {
    /// Each shows a pattern that works.
    init(_ error: RulePatternError) {
        let (problem, example) = error.told
        self.init(.usage, "\(problem) One that works:", command: "acct rule add '\(example)' NAME")
    }
}

extension RulePatternError {
    fileprivate var told: (problem: String, example: String) {
        switch self {
        case .empty: ("The pattern is empty.", "GET /users/*")
        case .tooLong(let limit): ("A pattern has at most \(limit) bytes.", "/users/*/messages*")
        case .unprintable:
            ("There are characters in the pattern that cannot be seen; escape them as in a URL.", "/users/a%20b")
        case .unknownPart(let part):
            (
                "“\(part)” is neither methods, a path that begins with /, a URL, host= nor tenant=.",
                "GET /users/* tenant=contoso.com"
            )
        case .twice(let part):
            ("“\(part)” is one too many: a pattern has one of each kind.", "GET,PATCH /users/* tenant=contoso.com")
        case .scheme(let url):
            ("“\(url)” is not https, which it must be but on this machine.", "https://contoso.sharepoint.com/*")
        case .host(let host): ("“\(host)” is no host.", "host=*.sharepoint.com")
        case .tenant(let tenant): ("“\(tenant)” is neither a tenant's GUID nor a domain.", "tenant=contoso.com")
        case .query(let target):
            ("“\(target)” has a query, and paths are compared without theirs.", "/users/*/messages")
        }
    }
}
