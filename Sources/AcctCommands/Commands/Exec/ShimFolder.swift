import AccountStore
import FoundationEssentials
import Glibc

/// The folder with links to acct that have the names of other programs. `acct exec` puts it first in `PATH`.
///
/// It is the same for all profiles and stays, so nothing has to be removed when a program ends.
struct ShimFolder {
    let path: String

    init(in location: StoreLocation) { path = location.shims }

    /// Makes the folder, and the links lead to the program that runs.
    ///
    /// - Throws: an error of the file system.
    func prepare() throws {
        guard let program = ResolvedPath.of("/proc/self/exe") else { throw CocoaError(.fileNoSuchFile) }
        let files = FileManager.default
        for shim in Shim.allCases {
            let link = "\(path)/\(shim)"
            guard (try? files.destinationOfSymbolicLink(atPath: link)) != program else { continue }
            try files.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            // Another acct may be about to do the same, and a program to start one of them.
            let draft = "\(link).\(getpid())"
            try files.createSymbolicLink(atPath: draft, withDestinationPath: program)
            guard rename(draft, link) == 0 else {
                unlink(draft)
                throw CocoaError(.fileWriteUnknown)
            }
        }
    }
}
