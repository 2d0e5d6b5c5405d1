import AccountProfiles
import AuthCore
import MicrosoftGraph

/// The fields, the jq program and the output file of a request.
extension Failure {
    /// - Parameter name: with brackets that do not match, or an element without an array's name.
    static func invalidFieldName(_ name: String) -> Failure {
        Failure(.usage, "\"\(name)\" is not a valid field name: write name, name[member], or name[] for an array.")
    }

    static func fieldWithoutValue(_ name: String) -> Failure {
        Failure(.usage, "The field \"\(name)\" has no value: write \(name)=value, or name[] for an empty array.")
    }

    static func repeatedField(_ name: String) -> Failure {
        Failure(.usage, "The field \"\(name)\" is given twice: give it once.")
    }

    /// - Parameter name: one that makes an object or a value of what another name makes an array.
    static func conflictingField(_ name: String) -> Failure {
        Failure(
            .usage, "The field \"\(name)\" contradicts another field, which has other brackets: use the same in both.")
    }

    static func fieldNotJSON(_ name: String) -> Failure {
        Failure(
            .usage,
            "The value of \"\(name)\" is not JSON: quote it for the shell, as in -F \(name.asShellWord):='[1,2]'.")
    }

    static func unreadableField(_ name: String, _ error: UnreadableFile) -> Failure {
        Failure(.usage, "\(error.sentence) The field \"\(name)\" names it; for text that begins with @, use -f.")
    }

    static func fieldNotText(_ name: String, file: String) -> Failure {
        Failure(.usage, "\(file) is not UTF-8 text, so it cannot be the field \"\(name)\". Send it with --input.")
    }

    static let stdinReadTwice = Failure(
        .usage, "stdin can be read only once: use @-, --input - or --data - once.")

    static func nestedFieldInQuery(_ name: String) -> Failure {
        Failure(
            .usage,
            "\"\(name)\" cannot go into a query, which has only names and values: send a body with -X POST.")
    }

    init(_ error: JQError) {
        switch error {
        case .libraryMissing(let reason):
            self.init(
                .failed, "--jq needs libjq, which cannot be loaded (\(reason)).", leadIn: "Install it:",
                command: "sudo apt-get install libjq1")
        case .badProgram(let message):
            self.init(.usage, "--jq is not a valid jq program; nothing was sent. \(message)")
        case .notJSON(let reason):
            self.init(
                .failed,
                "The response is not JSON that jq can read (\(reason)). To see it, leave --jq out; "
                    + "a proxy may be in between.")
        case .failed(let message):
            self.init(.failed, "The jq program failed: \(message). To see the response, leave --jq out, or use --jq .")
        }
    }

    init(_ error: OutputFileError) {
        switch error {
        case .unsuitable(let path, let code):
            self.init(
                .usage,
                "Cannot write \(path): \(Self.systemReason(code)). Nothing was sent; name a file in a folder that you "
                    + "may write to.")
        case .cannotWrite(let path, let code):
            self.init(
                .failed,
                "Cannot write \(path): \(Self.systemReason(code)). The previous content is unchanged; "
                    + "free some space, or name another file.")
        case .nameInUse(let path):
            self.init(
                .failed,
                "\(path) exists already, and stays as it is. To replace it, add --force; to name another, "
                    + "--output FILE.")
        }
    }
}

/// The path, the headers and the body of a request.
extension Failure {
    static let conflictingVersion = Failure(
        .usage, "The path names another version than --beta: leave one of the two out.")

    static func notAPath(_ path: String) -> Failure {
        Failure(.usage, "\"\(path)\" is not a path. Give one such as /me/messages.")
    }

    /// - Parameter code: the error number.
    static func unwritableOutput(_ code: Int32) -> Failure {
        Failure(.failed, "Cannot write the output: \(systemReason(code)).")
    }

    /// - Parameters:
    ///   - other: the path of the link of `--resume-from`.
    ///   - path: the path that was typed.
    static func otherCollection(_ other: String, than path: String) -> Failure {
        Failure(
            .usage,
            "The link of --resume-from is one of \(other), and the path is \(path). Nothing was sent; give the path of the "
                + "run that named the link.")
    }

    static let emptyPath = Failure(.usage, "The path is empty.", leadIn: "A valid example:", command: "acct graph /me")

    static func methodInPath(_ path: String, method: String) -> Failure {
        let rest = path.dropFirst(method.count).drop(while: \.isWhitespace)
        return Failure(
            .usage, "\(path.inQuotes) is not a path: \(method) is the method, which is a word of its own.",
            command: "acct graph -X \(method) \(rest.isEmpty ? "/me" : String(rest))")
    }

    init(_ gap: PathProblem, in path: String) {
        self.init(.usage, gap.sentence(on: path), command: "acct graph --help")
    }

    static func invalidHeader(_ line: String) -> Failure {
        Failure(.usage, "\"\(line)\" is not a header: write it as \"Name: value\".")
    }

    /// - Parameter code: the system's error number.
    static func unreadableInput(_ input: String, code: Int32) -> Failure {
        Failure(.usage, "\(cannotRead(input, code)) Give a file with the body, or - for stdin.")
    }

    static func unreadableRequests(_ path: String, code: Int32) -> Failure {
        Failure(.usage, "\(cannotRead(path == "-" ? "stdin" : path, code)) Give a file with requests, or -.")
    }

    /// Large input waits in a file until it is sent.
    static func noRoomForInput(of name: String, in folder: String, code: Int32) -> Failure {
        Failure(
            .failed,
            "Cannot store the text from \(name) in \(folder): \(systemReason(code)). Nothing was sent; give --input a "
                + "file, or set TMPDIR to a folder with room.")
    }

    static func noGraph(of profile: Profile) -> Failure {
        Failure(
            .usage,
            "Profile \(profile.name) has no Graph: its issuer is \(profile.authority.url). "
                + "Name a profile of a Microsoft account with --profile.", profile: profile.name.text)
    }
}

/// Requests as several profiles.
extension Failure {
    static let notADocument = Failure(
        .failed, "The response is neither JSON nor text. Fetch it as a single profile with --profile NAME.")

    static func writeAsSeveralProfiles(_ request: GraphRequest) -> Failure {
        Failure(
            .policy,
            "\(request.effectiveMethod) \(request.path) may change something, and as several profiles acct only reads. "
                + "Nothing was sent; send it as each profile with --profile NAME.")
    }

    /// - Parameter skipped: all profiles there are.
    static func noProfileLeft(_ skipped: [Candidate]) -> Failure {
        let exclusions = skipped.compactMap(\.exclusion)
        let anyway =
            exclusions.contains(where: \.yieldsToName)
            ? " To send it all the same, replace --all-profiles by --profiles NAME." : ""
        return Failure(
            exclusions.contains(where: \.isPolicy) ? .policy : .noProfile,
            "No profile can do this; nothing was sent. \(reasons(skipped)).\(anyway)", command: "acct add NAME")
    }

    /// - Parameter kinds: the kinds of their failures; a single kind is that of the command.
    init(ofProfiles failed: [ProfileName], among count: Int, kinds: Set<Kind>) {
        let names = failed.map(\.text).joined(separator: ", ")
        self.init(
            kinds.count == 1 ? kinds.first ?? .failed : .failed,
            "\(failed.count) of \(count) profiles failed: \(names). Their rows say why.")
    }
}

/// The file of `--delta-file`.
extension Failure {
    static func notADeltaFile(_ path: String) -> Failure {
        Failure(.usage, "\(path) was not written by --delta-file: name another file, or one that does not exist yet.")
    }

    /// - Parameters:
    ///   - request: the URL that the file is about.
    ///   - profile: the profile that the file is about.
    ///   - hasOtherAccount: whether the name is another account's now.
    static func otherDeltaFile(_ path: String, request: String, profile: String, hasOtherAccount: Bool) -> Failure {
        let account = hasOtherAccount ? ", which had another account then" : ""
        return Failure(
            .usage,
            "\(path) holds the changes of \(request) as \(profile)\(account). Nothing was sent; use one file for each request and "
                + "profile.")
    }

    static func noDeltaLink(_ url: String) -> Failure {
        Failure(
            .failed,
            "The last page has no delta link, so changes cannot be read later: \(url) is not a delta function, such as "
                + "/users/delta.")
    }
}

/// The file of `--remote-name`.
extension Failure {
    static let noServerFileName = Failure(
        .failed, "The server names no file. To name one, use --output FILE instead of -O.")
}

extension PathProblem {
    func sentence(on path: String) -> String {
        switch self {
        case .optionName:
            "The query of \"\(path)\" has a value without a name: the shell replaces $select in double quotes. Put the path "
                + "in single quotes, or use --select, --filter, --top and the like."
        case .segment:
            "A part of \"\(path)\" is empty, so this would change something else. The shell replaces $ref in double quotes, "
                + "and a variable can be empty: put the path in single quotes, and leave out a slash at its end."
        case .dotSegment: "\"\(path)\" has a part . or .., which would lead elsewhere: leave it out."
        }
    }
}

extension Failure {
    /// The response to a write, which a file could not take.
    static func notWritten(
        _ error: OutputFileError, status: Int, of request: GraphRequest, as profile: ProfileName?
    ) -> Failure {
        let reason =
            if case .cannotWrite(let path, let code) = error {
                "Cannot write \(path): \(systemReason(code))."
            } else {
                Failure(error).message
            }
        return Failure(
            .failed,
            "\(reason) The server has answered \(request.method) \(request.path) with status \(status), so do not send it "
                + "again before you have looked at the result. Its response is on stdout, where no other file took it.",
            command: checkCommand(for: request, as: profile), profile: profile?.text)
    }
}
