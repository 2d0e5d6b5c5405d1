import AccountProfiles

extension Failure {
    init(_ error: ProfileError) {
        switch error {
        case .invalidName(let name):
            self.init(
                .usage,
                "“\(name)” cannot be a profile name: use 1 to 64 letters, digits and . _ - @ +, "
                    + "not beginning with - or a dot.")
        case .nameInUse(let name):
            self.init(
                .usage, "There is already a profile named \(name). To sign in to it again:",
                command: "acct sign-in \(name)", profile: name.text)
        case .unknown(let name, let nearest):
            self.init(
                .noProfile, "There is no profile named “\(name)”. \(Failure.suggestion(nearest))", command: "acct list")
        case .noPrevious:
            self.init(
                .noProfile, "There is no previous profile to go back to. Choose one by name.", command: "acct list")
        }
    }

    static func suggestion(_ nearest: [ProfileName]) -> String {
        nearest.isEmpty
            ? "See which there are:" : "Did you mean \(nearest.map(\.text).joined(separator: " or "))?"
    }
}
