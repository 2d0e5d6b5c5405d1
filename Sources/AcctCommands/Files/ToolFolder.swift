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
        path = "\(location.tools)/\(profile.text.lowercased())"
    }

    func path(for program: String) -> String { "\(path)/\(program)" }

    /// Makes the folder, and empties one that another account has used under the same name.
    ///
    /// - Throws: an error of the file system.
    func prepare(for profile: Profile) throws {
        guard !isOwned(by: profile) else { return }
        try remove()
        try FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        guard
            FileManager.default.createFile(
                atPath: mark, contents: Self.owner(profile), attributes: [.posixPermissions: 0o600])
        else {
            // Without its mark the folder would count as another account's.
            try? remove()
            throw CocoaError(.fileWriteUnknown)
        }
    }

    /// Whether there is a folder that another account may have used: its mark names another, or is gone.
    func isForeign(to profile: Profile) -> Bool { exists && !isOwned(by: profile) }

    private func isOwned(by profile: Profile) -> Bool {
        FileManager.default.contents(atPath: mark) == Self.owner(profile)
    }

    private var exists: Bool {
        var status = stat()
        return lstat(path, &status) == 0
    }

    /// The file that names the account.
    private var mark: String { path(for: "owner") }

    private static func owner(_ profile: Profile) -> Data { Data((profile.accountAndTenant ?? "").utf8) }

    /// - Throws: an error of the file system; none where there is no folder.
    func remove() throws {
        do {
            try FileManager.default.removeItem(atPath: path)
        } catch let error as CocoaError where error.code == .fileNoSuchFile {}
        // Files of another user within it may have stayed.
        guard !exists else { throw CocoaError(.fileWriteNoPermission) }
    }

    /// A note for a person whose other programs may still have tokens there.
    func remark(that problem: String) -> String {
        "\(path) \(problem). Other programs may have tokens of the account in it: remove it yourself."
    }

    /// - Throws: an error of the file system; the folder is where it was then.
    func move(to other: ToolFolder) throws {
        guard other.path != path else { return }
        try other.remove()
        guard rename(path, other.path) == 0 || errno == ENOENT else { throw CocoaError(.fileWriteNoPermission) }
    }
}
