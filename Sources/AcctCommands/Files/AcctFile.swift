import AccountProfiles
import Foundation

/// An `.acct` file in its place, which nobody but its reader and root can have written.
struct AcctFile {
    /// Absolute, with symbolic links resolved.
    let directory: String
    let bytes: [UInt8]

    /// Nil when there is none; a directory of that name is none.
    init?(in directory: String) throws(AcctFileError) {
        let path = AcctFile.path(in: directory)
        guard let file = try AcctFile.read(path) else { return nil }
        guard file.owner == geteuid() || file.owner == 0 else { throw .foreignOwner(path: path, userID: file.owner) }
        guard file.mode & S_IWOTH == 0 else { throw .writableByAll(path: path) }
        self.directory = directory
        bytes = file.bytes
    }

    var path: String { AcctFile.path(in: directory) }

    static func path(in directory: String) -> String { ResolvedPath.joined(directory, DirectoryFile.name) }

    /// Whether there is one, be it as it may.
    static func isThere(in directory: String) -> Bool {
        do throws(SmallFile.Problem) {
            _ = try SmallFile(path(in: directory), limit: 0)
            return true
        } catch {
            return error != .missing && error != .directory
        }
    }

    func binding() throws(AcctFileError) -> Binding {
        do throws(DirectoryFileError) {
            return Binding(directory: directory, target: try DirectoryFile(bytes).target, origin: .file)
        } catch {
            throw .invalid(path: path, error)
        }
    }

    private static func read(_ path: String) throws(AcctFileError) -> SmallFile? {
        do throws(SmallFile.Problem) {
            return try SmallFile(path, limit: DirectoryFile.sizeLimit)
        } catch {
            switch error {
            case .missing, .directory: return nil
            case .irregular: throw .irregular(path: path)
            case .unreadable(let code): throw .unreadable(path: path, code: code)
            }
        }
    }
}

/// What can be wrong with an `.acct` file. It is ignored then, and says nothing about who acts.
enum AcctFileError: Error, Equatable {
    /// There is none here or above.
    case nowhere
    case missing(path: String)
    /// A file of another name, which nothing looks for.
    case otherName(path: String)
    case unreadable(path: String, code: Int32)
    /// A pipe, a socket or a device.
    case irregular(path: String)
    case foreignOwner(path: String, userID: UInt32)
    case writableByAll(path: String)
    case invalid(path: String, DirectoryFileError)
    case notAllowed(path: String)
    /// Other content was allowed than is there now.
    case edited(path: String)
}

extension DirectoryChain {
    /// From where we are; nil when that directory was removed meanwhile.
    static var current: DirectoryChain? {
        ResolvedPath.current.map { DirectoryChain(from: $0, worktreeOf: GitWorktree.mainDirectory(of: $0)) }
    }
}

extension AcctFileError {
    /// One line that says what is ignored, why, and what to type.
    var note: String {
        let (path, reason) = ignorance
        return "Ignoring \(path), which \(reason). To use it, run: acct allow \(path.asShellWord)".safeLine
    }

    private var ignorance: (path: String, reason: String) {
        switch self {
        case .edited(let path): (path, "has changed since it was allowed")
        case .unreadable(let path, _): (path, "cannot be read")
        case .irregular(let path): (path, "is no regular file")
        case .foreignOwner(let path, _): (path, "belongs to another user")
        case .writableByAll(let path): (path, "everybody may write to")
        case .invalid(let path, _): (path, "does not say whom to use")
        case .notAllowed(let path), .missing(let path), .otherName(let path): (path, "has not been allowed")
        case .nowhere: (DirectoryFile.name, "is not there")
        }
    }
}
