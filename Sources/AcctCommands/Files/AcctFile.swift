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
