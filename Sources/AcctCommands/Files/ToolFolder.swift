import AccountProfiles
import AccountStore
import AuthCore
import FoundationEssentials
import Glibc

/// The folder of a profile for the settings of other programs, such as the Azure CLI. Two profiles never share one.
///
/// Those programs may keep tokens there, so the folder goes with the account.
struct ToolFolder {
    let path: String

    init(of profile: ProfileName, in location: StoreLocation) {
        path = "\(location.directory)/tools/\(profile.text.lowercased())"
    }

    func path(for program: String) -> String { "\(path)/\(program)" }

    /// Makes the folder, and empties one that another account has used under the same name.
    ///
    /// - Throws: an error of the file system.
    func prepare(for profile: Profile) throws {
        let owner = Data((profile.accountAndTenant ?? "").utf8)
        let mark = path(for: "owner")
        guard FileManager.default.contents(atPath: mark) != owner else { return }
        try remove()
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard
            FileManager.default.createFile(
                atPath: mark, contents: owner, attributes: [.posixPermissions: 0o600])
        else { throw CocoaError(.fileWriteUnknown) }
    }

    /// - Throws: an error of the file system; none where there is no folder.
    func remove() throws {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {}
    }

    /// A note for a person whose other programs may still have tokens there.
    func remark(that problem: String) -> String {
        "\(path) \(problem). Other programs may have tokens of the account in it: remove it yourself."
    }

    /// - Throws: an error of the file system; the folder is where it was then.
    func move(to other: ToolFolder) throws {
        guard other.path != path else { return }
        try other.remove()
        _ = rename(path, other.path)
    }
}
