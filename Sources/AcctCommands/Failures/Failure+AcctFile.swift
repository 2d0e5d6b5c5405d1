import AccountProfiles
import Foundation

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
