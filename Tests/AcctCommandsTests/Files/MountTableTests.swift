import Foundation
import Glibc
import HostileInput
import Testing

@testable import AcctCommands

@Suite struct MountTableTests {
    private let tree: TemporaryTree

    init() throws {
        tree = try TemporaryTree()
    }

    /// The type that a text has for the temporary folder, whose device is written `DEVICE`.
    private func type(_ mountinfo: String) throws -> String? {
        let device = try #require(MountTable.device(of: tree.path))
        return MountTable(Data(mountinfo.replacing("DEVICE", with: device).utf8)).type(of: tree.path)
    }

    @Test func kernelKnowsTheFileSystemOfAFolder() {
        #expect(MountTable.current.type(of: "/proc") == "proc")
        #expect(MountTable.current.type(of: tree.path + "/none") == nil)
    }

    @Test func typeIsFoundByTheDeviceOfTheFolder() throws {
        let others = "22 27 0:1021 / /proc rw,relatime - proc proc rw\n"
        #expect(try type(others + "36 35 DEVICE / /mnt\\0402 rw - nfs4 host:/home rw,vers=4.2\n") == "nfs4")
        #expect(
            try type(others + "36 35 DEVICE /a /b rw,noatime shared:1 master:2 - fuse.sshfs host:/ rw\n")
                == "fuse.sshfs")
        #expect(try type(others) == nil)
    }

    @Test(arguments: [
        "", "\n", "36", "36 35 DEVICE", "36 35 DEVICE / / rw -", "36 35 DEVICE / / rw nfs4 host rw", "- - -",
    ])
    func anotherTextHasNoTypes(text: String) throws {
        #expect(try type(text) == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func hostileBytesAreRead(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 { _ = MountTable(Data(random.bytes(upTo: 80))) }
    }

    @Test func doctorNotesAStoreThatMachinesShare() throws {
        let home = TemporaryHome()
        try FileManager.default.createDirectory(at: home.folder, withIntermediateDirectories: true)
        let device = try #require(MountTable.device(of: home.folder.path))
        for (type, count) in [("nfs4", 1), ("ext4", 0)] {
            let mounts = MountTable(Data("36 35 \(device) / /home rw - \(type) host:/home rw\n".utf8))
            let findings = try StoreFileChecks(home.services()).sharedFolder(mounts)
            #expect(findings.count == count)
            #expect(findings.allSatisfy { $0.level == Finding.Level.note && $0.message.contains("(nfs4)") })
        }
    }

    @Test func fileSystemIsSharedOrOfThisMachine() {
        for type in ["nfs", "nfs4", "cifs", "smb3", "9p", "fuse.sshfs", "lustre"] { #expect(MountTable.isShared(type)) }
        for type in ["ext4", "btrfs", "xfs", "tmpfs", "overlay", "zfs", "fuse.ntfs-3g", "ecryptfs"] {
            #expect(!MountTable.isShared(type))
        }
    }
}
