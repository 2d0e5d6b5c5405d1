import AccountProfiles
import Glibc

/// An `.acct` file in its directory, which only the current user or root can have written.
struct AcctFile {
    /// Absolute, with symbolic links resolved.
    let directory: String
    let bytes: [UInt8]

    /// Nil where there is no such file. A directory of that name is not one.
    init?(in directory: String) throws(AcctFileError) {
        let path = Self.path(in: directory)
        guard let file = try Self.read(path) else { return nil }
        guard file.owner == geteuid() || file.owner == 0 else { throw .foreignOwner(path: path, userID: file.owner) }
        guard file.mode & S_IWOTH == 0 else { throw .writableByAll(path: path) }
        self.directory = directory
        bytes = file.bytes
    }

    var path: String { Self.path(in: directory) }

    static func path(in directory: String) -> String { ResolvedPath.joined(directory, DirectoryFile.name) }

    /// Whether the file exists, valid or not.
    static func exists(in directory: String) -> Bool {
        do throws(RegularFile.Problem) {
            _ = try RegularFile(path(in: directory), limit: 0)
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

    private static func read(_ path: String) throws(AcctFileError) -> RegularFile? {
        do throws(RegularFile.Problem) {
            return try RegularFile(path, limit: DirectoryFile.sizeLimit)
        } catch {
            switch error {
            case .missing, .directory: return nil
            case .irregular: throw .irregular(path: path)
            case .unreadable(let code): throw .unreadable(path: path, code: code)
            }
        }
    }
}

/// The reasons why an `.acct` file is ignored.
enum AcctFileError: Error, Equatable {
    /// No `.acct` file in this directory or above.
    case nowhere
    case missing(path: String)
    /// A file of another name, which acct never reads.
    case otherName(path: String)
    case unreadable(path: String, code: Int32)
    /// A pipe, a socket or a device.
    case irregular(path: String)
    case foreignOwner(path: String, userID: UInt32)
    case writableByAll(path: String)
    case invalid(path: String, DirectoryFileError)
    case notAllowed(path: String)
    /// The content has changed since it was allowed.
    case edited(path: String)
}

extension DirectoryChain {
    /// The directories from the current one upward; nil where the current directory does not exist any more.
    static var current: DirectoryChain? {
        ResolvedPath.current.map { DirectoryChain(from: $0, worktreeOf: GitWorktree.mainDirectory(of: $0)) }
    }
}
