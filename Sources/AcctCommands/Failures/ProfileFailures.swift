import AccountProfiles

/// Names of profiles.
extension Failure {
    init(_ error: ProfileError) {
        switch error {
        case .invalidName(let name):
            self.init(
                .usage,
                "\(name.inQuotes) is not a valid profile name: use 1 to 64 letters, digits and . _ - @ +, "
                    + "not beginning with - or a dot.")
        case .nameInUse(let name):
            self.init(
                .usage, "There is already a profile named \(name).", leadIn: "To sign in to it again:",
                command: .signIn(to: name), profile: name.text)
        case .unknown(let name, let nearest):
            self.init(unknownProfile: name, nearest: nearest)
        case .noProfiles: self.init(SelectionError.noProfiles)
        case .noPrevious:
            self.init(.noProfile, "There is no previous profile.", leadIn: "Choose one by name:", command: "acct list")
        case .changedDuringSignIn(let name):
            self.init(
                .failed,
                "Another command has changed \(name) during the sign-in, so the sign-in was not stored.",
                leadIn: "Sign in again:",
                command: .signIn(to: name), profile: name.text)
        case .notEditable(let name):
            self.init(
                .failed, "An edit changes neither the name nor the account of \(name). Nothing was changed.",
                leadIn: "To change the name:", command: "acct rename \(name) NAME", profile: name.text)
        }
    }

    static func unprintableUsername(of name: ProfileName) -> Failure {
        Failure(.usage, "The username of \(name) has control characters.")
    }

    static func unknownKindOrMode(of name: ProfileName) -> Failure {
        Failure(.usage, "The kind or the mode of \(name) is not one that acct knows.")
    }

    static let nothingRemoved = Failure(.cancelled, "Nothing was removed.")

    static func sameName(_ name: ProfileName) -> Failure {
        Failure(
            .usage, "The profile is named \(name) already. Give it another name.", command: "acct list",
            profile: name.text)
    }

    static func nameTaken(_ name: ProfileName) -> Failure {
        Failure(
            .usage, "There is already a profile named \(name). Choose another name.", command: "acct list",
            profile: name.text)
    }

    /// Says so where the typed name and the profile's own differ only in case.
    func comparingCase(of typed: ProfileName, with own: ProfileName) -> Failure {
        var failure = self
        guard typed.text != own.text else { return failure }
        failure.message =
            "\(typed) and the existing profile \(own) differ only in case. Choose another name."
        failure.profile = own.text
        return failure
    }

    /// - Parameter origin: where the name comes from, in parentheses.
    init(unknownProfile name: String, origin: String = "", nearest: [ProfileName]) {
        self.init(
            .noProfile, "There is no profile named \(name.inQuotes)\(origin).", advice: Self.hint(nearest))
    }

    /// - Parameter file: the path of the `.acct` file.
    init(unknownProfile name: String, namedBy file: String, nearest: [ProfileName]) {
        self.init(
            .noProfile, "\(file) names the profile \"\(name)\", which does not exist.", advice: Self.hint(nearest))
    }

    private static func hint(_ nearest: [ProfileName]) -> Advice {
        nearest.isEmpty
            ? Advice(leadIn: "To see all profiles:", command: "acct list")
            : Advice("Did you mean \(nearest.map(\.text).joined(separator: " or "))?")
    }
}

/// Rules and their patterns.
extension Failure {
    init(_ error: RuleError) {
        let rule =
            switch error {
            case .noNumber(let number): "with the number \(number)"
            case .noPattern(let pattern): "for \"\(pattern)\""
            }
        self.init(.failed, "There is no rule \(rule).", leadIn: "To see all rules:", command: "acct rule list")
    }

    static func placeholder(in pattern: String, withWildcards: String, for name: String) -> Failure {
        Failure(
            .usage, "\"\(pattern)\" would match no request: * stands for any text.", leadIn: "Write:",
            command: "acct rule add \(withWildcards) \(name)")
    }

    static func versionAlone(in pattern: String, withoutVersion: String, for name: String) -> Failure {
        Failure(
            .usage, "\"\(pattern)\" would match every request: patterns disregard the version.",
            leadIn: "If that is what you want:", command: "acct rule add \(withoutVersion) \(name)")
    }

    init(_ error: RulePatternError) {
        let (problem, example) = error.explanation
        // In quotes also where this one needs none: most patterns do.
        let command = SuggestedCommand(stringLiteral: "acct rule add '\(example)' NAME")
        self.init(.usage, problem, leadIn: "A valid example:", command: command)
    }
}

extension RulePatternError {
    fileprivate var explanation: (problem: String, example: String) {
        switch self {
        case .empty: ("The pattern is empty.", "GET /users/*")
        case .tooLong(let limit): ("The pattern is longer than \(limit) bytes.", "/users/*/messages*")
        case .unprintable:
            ("The pattern contains invisible characters; escape them as in a URL.", "/users/a%20b")
        case .unknownPart(let part):
            (
                "\"\(part)\" is not a method, a path that begins with /, a URL, host= or tenant=.",
                "GET /users/* tenant=contoso.com"
            )
        case .twice(let part):
            ("\"\(part)\" repeats a kind: a pattern has at most one of each.", "GET,PATCH /users/* tenant=contoso.com")
        case .scheme(let url):
            ("\"\(url)\" is not https. Plain http is for this machine only.", "https://contoso.sharepoint.com/*")
        case .host(let host): ("\"\(host)\" is not a host.", "host=*.sharepoint.com")
        case .tenant(let tenant): ("\"\(tenant)\" is not a tenant: give a GUID or a domain.", "tenant=contoso.com")
        case .query(let target):
            ("\"\(target)\" has a query, but rules compare paths without it.", "/users/*/messages")
        }
    }
}

/// Directories and `.acct` files.
extension Failure {
    static let noCurrentDirectory = Failure(
        .usage, "The current directory no longer exists. Name one, or change to another.")

    static func unusableDirectory(_ path: String, code: Int32) -> Failure {
        Failure(.usage, "\"\(path)\" cannot be used: \(systemReason(code)). Name a directory that exists.")
    }

    static func notADirectory(_ path: String) -> Failure {
        Failure(
            .usage, "\(path) is not a directory.", leadIn: "Name the directory that contains it:",
            command: "acct bind NAME DIRECTORY")
    }

    /// - Parameter nearest: the nearest directory above that has a binding.
    static func notBound(_ path: String, nearest: String?) -> Failure {
        guard let nearest else {
            return Failure(
                .failed, "Neither \(path) nor a directory above it is bound.", leadIn: "To see all bindings:",
                command: "acct bind")
        }
        return Failure(
            .failed, "\(path) is not bound itself. The nearest bound directory above is \(nearest).",
            leadIn: "To unbind that one:", command: "acct unbind \(nearest)")
    }

    static let unknownDirectory = Failure(
        .policy,
        "The current directory was removed, so its binding is not known: nothing is written and no token given. Change to "
            + "another directory, or add --profile NAME.")

    /// - Parameter path: of the file, or the directory that was named for it.
    static func missingAcctFile(_ path: String) -> Failure {
        Failure(.usage, "There is no \(path). Name an .acct file or its directory.")
    }

    static let noAcctFile = Failure(
        .usage, "There is no .acct file here or above.", leadIn: "Write a profile's name into one:",
        command: "echo NAME > .acct")

    /// - Parameter path: of a file with another name, which acct never reads.
    static func notAnAcctFile(_ path: String) -> Failure {
        Failure(.usage, "\"\(path)\" is not named .acct, so acct would not find it. Rename it.")
    }

    init(_ error: AcctFileError) {
        switch error {
        case .unreadable(let path, let code):
            self.init(.policy, "\(Self.cannotRead(path, code)) Make it readable.")
        case .irregular(let path):
            self.init(.policy, "\(path) is not a regular file. Replace it with a text file.")
        case .foreignOwner(let path, let userID):
            self.init(
                .policy, "\(path) belongs to another user (id \(userID)), who could change it.",
                leadIn: "Make it yours first:",
                command: "sudo chown \"$USER\" \(path)")
        case .writableByAll(let path):
            self.init(
                .policy, "Every user may write to \(path).", leadIn: "Remove that permission first:",
                command: "chmod o-w \(path)")
        case .invalid(let path, let problem):
            self.init(
                .usage,
                "\(path)\(problem.sentence) An .acct file holds one profile name, or tenant= and a GUID or domain.")
        case .notAllowed(let path):
            self.init(
                .failed, "\(path) is not allowed, so there is nothing to revoke.",
                leadIn: "To remove a binding of your own:",
                command: "acct unbind")
        case .gone(let path):
            self.init(
                .policy, "\(path), which was allowed, is gone.", leadIn: "To forget it:",
                command: "acct allow --revoke \(path)")
        case .edited(let path):
            self.init(
                .policy, "\(path) has changed since it was allowed.", leadIn: "To allow it again:",
                command: "acct allow \(path)")
        case .otherAccount(let path, let profile):
            self.init(
                .policy,
                "\(path) names the profile \(profile), which has another account than when the file was allowed.",
                leadIn: "To allow it again:",
                command: "acct allow \(path)")
        }
    }
}

/// The note about an `.acct` file that is ignored.
extension AcctFileError {
    /// A line that names the file, the reason and the command to run. For a file that cannot be allowed, that command
    /// says how to mend it.
    var note: Remark {
        let file = untrusted
        let (purpose, command): (String, SuggestedCommand) =
            switch self {
            case .edited, .otherAccount, .notAllowed: ("To use it", "acct allow")
            case .gone: ("To forget it", "acct allow --revoke")
            case .unreadable, .irregular, .foreignOwner, .writableByAll, .invalid:
                ("For details", "acct allow")
            }
        return Remark(
            "Ignoring \(file.path), which \(file.reason). \(purpose), run:", command: command.adding(file.path))
    }

    /// The file with the reason against it.
    var untrusted: UntrustedFile {
        let (path, reason) = pathAndReason
        if case .gone = self { return UntrustedFile(path: path, reason: reason, isGone: true) }
        return UntrustedFile(path: path, reason: reason)
    }

    private var pathAndReason: (path: String, reason: String) {
        switch self {
        case .edited(let path): (path, "has changed since it was allowed")
        case .otherAccount(let path, let profile):
            (path, "names \(profile), which has another account than when the file was allowed")
        case .unreadable(let path, _): (path, "cannot be read")
        case .irregular(let path): (path, "is not a regular file")
        case .foreignOwner(let path, _): (path, "belongs to another user")
        case .writableByAll(let path): (path, "is writable by other users")
        case .invalid(let path, _): (path, "is not valid")
        case .notAllowed(let path): (path, "has not been allowed")
        case .gone(let path): (path, "was allowed and is gone")
        }
    }
}

extension AcctFileSyntaxError {
    /// The rest of a sentence that begins with the path.
    fileprivate var sentence: String {
        switch self {
        case .tooLong(let limit): " is longer than \(limit) bytes."
        case .notUTF8(let line): ", line \(line): not UTF-8."
        case .empty: " names no profile."
        case .second(let line): ", line \(line): more than one statement."
        case .noName(let text, let line): ", line \(line): \"\(text.safeLine)\" is not a valid profile name."
        case .noTenant(let text, let line): ", line \(line): \"\(text.safeLine)\" is not a GUID or a domain."
        }
    }
}
