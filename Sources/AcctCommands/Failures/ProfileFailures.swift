import AccountProfiles
import Foundation

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

extension Failure {
    init(_ error: DirectoryError) {
        switch error {
        case .nowhere: self.init(.usage, "The current directory was removed. Name one, or go to another.")
        case .unusable(let path, let code):
            self.init(
                .usage, "“\(path)” cannot be used: \(String(cString: strerror(code))). Name a directory that exists.")
        case .notADirectory(let path):
            self.init(.usage, "\(path) is not a directory. Name the one it is in:", command: "acct bind NAME DIRECTORY")
        case .notBound(let path, let nearest?):
            self.init(
                .failed, "\(path) is not bound itself. The nearest above that is bound is \(nearest):",
                command: "acct unbind \(nearest.asShellWord)")
        case .notBound(let path, nil):
            self.init(
                .failed, "\(path) is not bound, nor is anything above it. See what is bound:", command: "acct bind")
        }
    }
}

extension Failure {
    init(_ error: AcctFileError) {
        switch error {
        case .nowhere:
            self.init(
                .usage, "There is no .acct file here or above. Write a profile's name into one:",
                command: "echo NAME > .acct")
        case .missing(let path): self.init(.usage, "There is no \(path). Name an .acct file or its directory.")
        case .otherName(let path):
            self.init(.usage, "“\(path)” is not named .acct, and only files of that name are looked for. Rename it.")
        case .unreadable(let path, let code):
            self.init(.policy, "\(path) cannot be read: \(String(cString: strerror(code))). Make it readable.")
        case .irregular(let path):
            self.init(.policy, "\(path) is no regular file. Put a file of text in its place.")
        case .foreignOwner(let path, let userID):
            self.init(
                .policy, "\(path) belongs to another user (id \(userID)), who could change it. Make it yours first:",
                command: "sudo chown \"$USER\" \(path.asShellWord)")
        case .writableByAll(let path):
            self.init(
                .policy, "Everybody may write to \(path). Take that away first:",
                command: "chmod o-w \(path.asShellWord)")
        case .invalid(let path, let problem):
            self.init(
                .usage,
                "\(path)\(problem.sentence) An .acct file holds one profile name, or tenant= and a GUID or domain.")
        case .notAllowed(let path):
            self.init(
                .failed, "\(path) is not allowed, so there is nothing to take back. For a binding of your own:",
                command: "acct unbind")
        case .edited(let path):
            self.init(
                .policy, "\(path) has changed since it was allowed:", command: "acct allow \(path.asShellWord)")
        }
    }
}

extension DirectoryFileError {
    /// Follows the path.
    fileprivate var sentence: String {
        switch self {
        case .tooLong(let limit): " is longer than \(limit) bytes."
        case .notUTF8(let line): ", line \(line): this is not UTF-8."
        case .empty: " says nothing."
        case .second(let line): ", line \(line): there is more than one statement."
        case .noName(let text, let line): ", line \(line): “\(text.safeLine)” cannot be a profile name."
        case .noTenant(let text, let line): ", line \(line): “\(text.safeLine)” is neither a GUID nor a domain."
        }
    }
}
