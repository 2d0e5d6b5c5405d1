import AccountProfiles
import AccountStore
import FoundationEssentials
import HTTPTransport

/// The permissions of the store's files, and the leftovers of interrupted runs.
struct StoreFileChecks {
    private let location: StoreLocation
    private let files: StoreFiles
    private let services: Services

    init(_ services: Services) throws {
        self.services = services
        location = try StoreLocation(environment: services.environment)
        files = StoreFiles(at: location)
    }

    /// The files that other users may read. Their content is behind the permissions of the folder, where those are right.
    func exposure() -> [Finding] {
        let folder = location.directory
        let unprotected = files.unprotected.map { String($0.dropFirst(folder.count + 1)) }
        guard files.isAccessibleToOthers || !unprotected.isEmpty else { return [] }
        let repair = FindingRepair { [files] in
            try files.restrictPermissions()
            return "\(folder) is closed to other users."
        }
        let command: SuggestedCommand = "chmod -R go= \(folder)"
        guard files.isAccessibleToOthers else {
            return [
                Finding(
                    .store, .note,
                    "In \(folder) the permissions of the folder alone keep other users from \(Self.list(unprotected)).",
                    command: command, repair: repair)
            ]
        }
        let advice =
            unprotected.isEmpty
            ? "The files in it are closed."
            : "The same holds for \(Self.list(unprotected)): if another user may have read them, sign in to your accounts again."
        return [
            Finding(
                .store, .wrong, "Other users of this machine may enter \(folder). \(advice)", command: command,
                repair: repair)
        ]
    }

    /// Files in the place of folders.
    func misplacedFiles() -> [Finding] {
        [
            (location.locks, "tokens cannot be renewed"), (location.spare, "tokens cannot be renewed"),
            (location.shims, "az and azd under acct exec act as they do elsewhere"),
            (location.tools, "other programs under acct exec cannot keep settings"),
        ].compactMap { path, consequence in
            guard FileManager.default.fileExists(atPath: path), !ResolvedPath.isDirectory(path) else { return nil }
            // An earlier file that was moved out of the way stays.
            let place =
                ([".old"] + (2...99).map { ".old\($0)" }).lazy.map { path + $0 }
                .first { !FileManager.default.fileExists(atPath: $0) } ?? path + ".old"
            return Finding(
                .store, .wrong, "\(path) is not a folder, so \(consequence).",
                command: "mv \(path) \(place)",
                repair: FindingRepair {
                    try FileManager.default.moveItem(atPath: path, toPath: place)
                    return "\(path) was moved to \(place)."
                })
        }
    }

    /// A store that several machines share: SQLite keeps the index of its log in memory, which they do not share.
    func sharedFolder(_ mounts: MountTable = .current) -> [Finding] {
        let folder = location.directory
        guard let type = mounts.type(of: folder), MountTable.isShared(type) else { return [] }
        return [
            Finding(
                .store, .note,
                "\(folder) is on a file system that machines share (\(type)). Two of them that use the store at the same time "
                    + "can damage it. Set ACCT_HOME to a folder on a disk of this machine.")
        ]
    }

    /// - Parameter profiles: all that the store has.
    func leftovers(_ profiles: [Profile]) throws -> [Finding] {
        var findings: [Finding] = []
        let leftovers = files.leftovers
        if !leftovers.isEmpty {
            let repair = FindingRepair { [files] in
                try files.removeLeftovers()
                return "Leftovers were removed: \(Self.list(leftovers))."
            }
            findings.append(
                Finding(
                    .leftovers, .note,
                    "Interrupted runs have left \(Self.list(leftovers)). They are not used any more.",
                    command: .repair, repair: repair))
        }
        findings += try strayKeys() + strayFolders(profiles)
        return findings
            + files.setAside.map {
                Finding(
                    .leftovers, .note,
                    "\($0) has the damaged files that an earlier repair has set aside.",
                    leadIn: "When you need them no longer:",
                    command: "rm -r \($0)")
            }
    }

    /// Whether a repair may have lost profiles: its damaged files are still there. What belongs to none of the profiles that
    /// are left is not removed then, and a key may be the one that the damaged files are sealed with.
    private var mayHaveLostProfiles: Bool { !files.setAside.isEmpty }

    private func strayKeys() throws -> [Finding] {
        try services.store.strayKeyFiles().map { path in
            let message = "\(path) is a key that this store does not use."
            guard !mayHaveLostProfiles else {
                return Self.finding(.key, message, maybeOf: "the damaged files may be sealed with it", at: path)
            }
            return Finding(
                .key, .note, message, command: .repair,
                repair: FindingRepair(
                    question: "Remove it? What it encrypts, such as a backup, can then not be read again."
                ) {
                    [services] in
                    try services.store.removeStrayKeyFile(path)
                    return "\(path) was removed."
                })
        }
    }

    /// Something that a person alone can remove, because a repair may have lost what it belongs to.
    private static func finding(
        _ check: Finding.Check, _ message: String, maybeOf owner: String, at path: String
    ) -> Finding {
        Finding(
            check, .note, "\(message) A repair has set damaged files aside, and \(owner).",
            leadIn: "When you need it no longer:", command: "rm -r \(path)")
    }

    /// The folders in which other programs keep the settings, and tokens, of a profile that is gone.
    private func strayFolders(_ profiles: [Profile]) -> [Finding] {
        let known = Set(profiles.map { ToolFolder(of: $0.name, in: location).path })
        let tools = location.tools
        let names = (try? FileManager.default.contentsOfDirectory(atPath: tools)) ?? []
        return names.sorted().map { "\(tools)/\($0)" }.filter { !known.contains($0) }.map { path in
            let message = "\(path) has the settings of other programs for a profile that does not exist."
            guard !mayHaveLostProfiles else {
                return Self.finding(.leftovers, message, maybeOf: "the profile may be lost with them", at: path)
            }
            return Finding(
                .leftovers, .note, message, command: .repair,
                repair: FindingRepair(question: "Remove it, with the sign-ins of those programs?") {
                    try FileManager.default.removeItem(atPath: path)
                    return "\(path) was removed."
                })
        }
    }

    private static func list(_ names: [String]) -> String { names.listed(first: 4) }
}
