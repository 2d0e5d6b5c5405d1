import AccountProfiles

extension Failure {
    init(_ error: RuleError) {
        switch error {
        case .noNumber(let number):
            self.init(.failed, "There is no rule with the number \(number). See which there are:", command: list)
        case .noPattern(let pattern):
            self.init(.failed, "There is no rule for “\(pattern)”. See which there are:", command: list)
        }
    }
}

private let list = "acct rule list"
