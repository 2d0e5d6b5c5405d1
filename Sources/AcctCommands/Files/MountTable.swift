import FoundationEssentials
import Glibc

/// The file systems that this process sees (`/proc/self/mountinfo`, proc_pid_mountinfo(5)).
struct MountTable {
    /// The types by device number, such as `nfs4` by `0:51`.
    private let types: [Substring: Substring]

    static var current: MountTable {
        MountTable((try? Data(contentsOf: URL(filePath: "/proc/self/mountinfo"))) ?? Data())
    }

    init(_ mountinfo: Data) {
        let lines = String(decoding: mountinfo, as: UTF8.self).split(separator: "\n")
        types = Dictionary(
            lines.compactMap { line in
                let fields = line.split(separator: " ")
                // Any number of optional fields stands before the hyphen.
                guard fields.count > 2, let hyphen = fields.dropFirst(6).firstIndex(of: "-"),
                    fields.indices.contains(hyphen + 1)
                else { return nil }
                return (fields[2], fields[hyphen + 1])
            }, uniquingKeysWith: { first, _ in first })
    }

    /// The type of the file system that a file is on; nil when there is no such file, or its device is not listed.
    func type(of path: String) -> String? {
        Self.device(of: path).flatMap { types[$0[...]] }.map(String.init)
    }

    /// The number of the device that a file is on, such as `8:1`; nil when there is no such file.
    static func device(of path: String) -> String? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        let device = UInt(status.st_dev)
        let major = device >> 8 & 0xFFF | device >> 32 & ~0xFFF
        let minor = device & 0xFF | device >> 12 & ~0xFF
        return "\(major):\(minor)"
    }

    /// Whether other machines can write to a file system of this type. `9p` is also how Linux sees a disk of Windows (WSL).
    static func isShared(_ type: String) -> Bool {
        [
            "9p", "afs", "beegfs", "ceph", "cifs", "fuse.ceph", "fuse.glusterfs", "fuse.rclone", "fuse.s3fs",
            "fuse.sshfs",
            "gfs2", "glusterfs", "gpfs", "lustre", "ncpfs", "nfs", "nfs4", "ocfs2", "smb3", "smbfs",
        ].contains(type)
    }
}
