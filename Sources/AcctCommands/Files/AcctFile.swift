import AccountProfiles
import Glibc
import HTTPTransport

/// An `.acct` file in its directory, which only the current user or root can have written.
struct AcctFile {
    /// Absolute.
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

    static func path(in directory: String) -> String { ResolvedPath.joined(directory, AcctFileContents.name) }

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
        do throws(AcctFileSyntaxError) {
            return Binding(directory: directory, target: try AcctFileContents(bytes).target, origin: .file)
        } catch {
            throw .invalid(path: path, error)
        }
    }

    private static func read(_ path: String) throws(AcctFileError) -> RegularFile? {
        do throws(RegularFile.Problem) {
            return try RegularFile(path, limit: AcctFileContents.sizeLimit)
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
    case unreadable(path: String, code: Int32)
    /// A pipe, a socket or a device.
    case irregular(path: String)
    case foreignOwner(path: String, userID: UInt32)
    case writableByAll(path: String)
    case invalid(path: String, AcctFileSyntaxError)
    case notAllowed(path: String)
    /// The file was allowed and does not exist any more.
    case gone(path: String)
    /// The content has changed since it was allowed.
    case edited(path: String)
    /// The profile that it names is another account's than when it was allowed.
    case otherAccount(path: String, profile: ProfileName)
}

extension DirectoryChain {
    /// The directories from the current one upward, by its real path and by the one of the shell; nil where neither is
    /// known. Those whose paths are not UTF-8 are left out: they cannot be bound.
    ///
    /// A shell keeps the path that was typed in `PWD`: it goes through symbolic links, and outlives the directory. Its
    /// directories count with links resolved and as they stand: a directory that was bound may have become a link since.
    static func current(_ environment: Environment) -> DirectoryChain? {
        let real = ResolvedPath.nearestToCurrent
        let typed = environment["PWD"].flatMap { $0 != real && isCurrent($0) ? $0 : nil } ?? real
        guard let typed else { return nil }
        return DirectoryChain(
            from: real ?? typed,
            typedAs: typed == real
                ? [] : DirectoryChain(from: typed).directories.map { [ResolvedPath.of($0), $0].compactMap(\.self) },
            worktreeOf: real.flatMap(GitWorktree.mainDirectory))
    }

    /// Whether the path leads to the current directory. Of a directory that was removed that cannot be told.
    private static func isCurrent(_ path: String) -> Bool {
        guard path.utf8.first == UInt8(ascii: "/"), !path.split(separator: "/").contains("..") else { return false }
        var (own, named) = (stat(), stat())
        guard stat(".", &own) == 0, own.st_nlink > 0 else { return true }
        return stat(path, &named) == 0 && named.st_dev == own.st_dev && named.st_ino == own.st_ino
    }
}
