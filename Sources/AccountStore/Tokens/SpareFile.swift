import FoundationEssentials
import Glibc

/// A file whose room on the disk is taken ahead, for tokens that the database cannot take: the disk got full, another
/// process does not release the database, or a newer version has changed its tables.
///
/// There is one for each sign-in or renewal in progress at the same time. The files stay for the next ones, so a
/// renewal mostly finds one and waits for no disk. The first byte is 1 where there are tokens, which follow sealed, with
/// their length (4 bytes, big-endian) before them.
final class SpareFile: Sendable {
    static let size = 32 << 10
    private static let headerSize = 5
    /// The length in bytes of what there is room for.
    static let capacity = size - headerSize
    /// The number of files that stay.
    private static let pooledCount = 4

    let path: String
    private let number: Int
    /// Holds the lock of the file.
    private let file: FileDescriptor

    private init(_ file: consuming FileDescriptor, path: String, number: Int) {
        self.file = file
        self.path = path
        self.number = number
    }

    /// The name that the sealed content is bound to.
    var name: String { String(number) }

    /// Takes the first file that no other process holds and that is empty, or makes one.
    ///
    /// - Throws: `StoreError.full` and others when its room cannot be taken.
    static func claim(at location: StoreLocation) throws(StoreError) -> SpareFile {
        let directory = PrivateDirectory(path: location.spare)
        try directory.create()
        var number = 0
        while true {
            number += 1
            guard let spare = try lock(number, in: directory, creating: true) else { continue }
            let status = try spare.file.status()
            // Another process may have removed it between its opening and its locking.
            if !status.hasName {
                number -= 1
                continue
            }
            if status.size < size {
                try spare.file.rewind()
                try spare.file.writeAll([UInt8](repeating: 0, count: size))
                try spare.file.synchronize()
                try directory.synchronize()
            } else if try spare.isInUse() {
                continue
            }
            return spare
        }
    }

    /// The files with tokens that no other process holds. Costs one system call where nothing was ever reserved.
    static func inUse(at location: StoreLocation) throws(StoreError) -> [SpareFile] {
        let directory = PrivateDirectory(path: location.spare)
        var found: [SpareFile] = []
        for name in directory.names {
            // Read before it is locked, so that a start is not in the way of others.
            guard let number = Int(name), number > 0, firstByte(of: location.spare + "/" + name) == 1 else { continue }
            let spare = try lock(number, in: directory, creating: false)
            if let spare, try spare.isInUse() { found.append(spare) }
        }
        return found
    }

    /// The empty files beyond those that stay, which a process that was killed has left.
    static func surplus(at location: StoreLocation) -> [SpareFile] {
        let directory = PrivateDirectory(path: location.spare)
        let numbers = directory.names.compactMap { Int($0) }.filter { $0 > pooledCount }
        return numbers.sorted().compactMap { number in
            // Opening a pipe would block.
            guard FileStatus(ofLink: "\(directory.path)/\(number)")?.kind == S_IFREG,
                let spare = try? lock(number, in: directory, creating: false), (try? spare.isInUse()) == false
            else { return nil }
            return spare
        }
    }

    /// Writes sealed tokens, durably. They replace those that are there.
    func write(_ sealed: Data) throws(StoreError) {
        let length = withUnsafeBytes(of: UInt32(sealed.count).bigEndian, Array.init)
        try file.rewind()
        try file.writeAll([1] + length + sealed)
        try file.synchronize()
    }

    /// The sealed tokens; nil for a file that a process was killed in writing.
    func content() throws(StoreError) -> Data? {
        try file.rewind()
        let bytes = try file.readAll(limit: 1 << 20)
        guard bytes.count >= Self.headerSize else { return nil }
        let length = bytes[1..<Self.headerSize].reduce(0) { $0 << 8 | Int($1) }
        guard bytes.count - Self.headerSize >= length else { return nil }
        return Data(bytes[Self.headerSize...].prefix(length))
    }

    /// Overwrites the content.
    func clear() throws(StoreError) {
        try file.rewind()
        try file.writeAll([UInt8](repeating: 0, count: max(Self.size, file.status().size)))
        release()
    }

    /// Removes the file if there are many and it is empty.
    func release() {
        if number > Self.pooledCount, (try? isInUse()) == false { unlink(path) }
    }

    private func isInUse() throws(StoreError) -> Bool {
        try file.rewind()
        return try file.readAll(limit: 1) == [1]
    }

    private static func lock(
        _ number: Int, in directory: PrivateDirectory, creating: Bool
    ) throws(StoreError) -> SpareFile? {
        let path = "\(directory.path)/\(number)"
        let file = try FileDescriptor(opening: path, O_RDWR | (creating ? O_CREAT : 0))
        return try file.tryLock() ? SpareFile(file, path: path, number: number) : nil
    }

    private static func firstByte(of path: String) -> UInt8? {
        try? FileDescriptor(opening: path, O_RDONLY | O_NONBLOCK).readAll(limit: 1).first
    }
}
