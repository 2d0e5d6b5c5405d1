import FoundationEssentials
import Glibc

/// The bytes of a request's body, which can be read again from any offset: libcurl sends an idempotent request again when a
/// connection that it reused turns out to be closed.
final class UploadSource {
    private enum Content {
        case memory(Data)
        case file(descriptor: CInt, path: String)
    }

    /// The size when the request started. A file that grows meanwhile is sent up to here.
    let size: Int
    private let content: Content
    /// The offset of the body in the file.
    private let start: Int
    /// The version that the file must be at the end, too; nil where it may change.
    private let version: FileVersion?
    private var position = 0

    init(_ body: HTTPBody) throws(HTTPError) {
        switch body {
        case .bytes(let data), .secret(let data):
            (size, content, start, version) = (data.count, .memory(data), 0, nil)
        case .file(let path):
            let (descriptor, opened) = try Self.open(path)
            (size, content, start) = (opened.size, .file(descriptor: descriptor, path: path), 0)
            version = nil
        case .filePart(let path, let range, let expected):
            let (descriptor, opened) = try Self.open(path)
            guard opened == expected, range.lowerBound >= 0, range.upperBound <= opened.size else {
                close(descriptor)
                throw opened == expected
                    ? .unreadableBody(path: path, reason: "it has no bytes \(range.lowerBound)-\(range.upperBound)")
                    : .changedBody(path: path)
            }
            (size, content, start) = (range.count, .file(descriptor: descriptor, path: path), range.lowerBound)
            version = expected
        }
    }

    deinit {
        if case .file(let descriptor, _) = content { close(descriptor) }
    }

    func seek(to offset: Int) -> Bool {
        guard (0...size).contains(offset) else { return false }
        position = offset
        return true
    }

    var isAtStart: Bool { position == 0 }
    var isAtEnd: Bool { position == size }

    /// Fills the buffer and returns the number of bytes; 0 at the end only.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws(HTTPError) -> Int {
        let wanted = min(buffer.count, size - position)
        guard wanted > 0 else { return 0 }
        let count: Int
        switch content {
        case .memory(let data):
            let first = data.startIndex + position
            count = data.copyBytes(to: buffer, from: first..<first + wanted)
        case .file(let descriptor, let path):
            var received: Int
            repeat {
                received = pread(descriptor, buffer.baseAddress, wanted, off_t(start + position))
            } while received < 0 && errno == EINTR
            count = received
            guard count >= 0 else { throw .unreadableBody(path: path, reason: Self.lastError()) }
            guard count > 0 else { throw .changedBody(path: path) }
            // Bytes that were read after a change are not sent, so the server has no complete part of two versions.
            if let version, FileVersion(ofDescriptor: descriptor) != version { throw .changedBody(path: path) }
        }
        position += count
        return count
    }

    /// The first bytes, or all of them.
    ///
    /// - Throws: `HTTPError`.
    func beginning(upTo limit: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(size, limit))
        let count = try bytes.withUnsafeMutableBytes { try read(into: $0) }
        return Array(bytes.prefix(count))
    }

    /// Opens a regular file, since only a regular file has a size to announce.
    private static func open(_ path: String) throws(HTTPError) -> (descriptor: CInt, version: FileVersion) {
        // Without O_NONBLOCK, opening a named pipe would block every transfer until a writer opens it too.
        let descriptor = systemOpen(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { throw .unreadableBody(path: path, reason: lastError()) }
        guard let version = FileVersion(ofDescriptor: descriptor) else {
            close(descriptor)
            throw .unreadableBody(path: path, reason: "not a regular file")
        }
        return (descriptor, version)
    }

    private static func lastError() -> String {
        String(cString: strerror(errno))
    }
}

extension FileVersion {
    /// The bytes of this version of a file.
    ///
    /// - Throws: `HTTPError.changedBody` for a file that is another version by now, `.unreadableBody`.
    package func content(ofFile path: String) throws(HTTPError) -> Data {
        let source = try UploadSource(.filePart(path: path, range: 0..<size, version: self))
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: max(size, 1), alignment: 1)
        defer { buffer.deallocate() }
        var content = Data()
        while !source.isAtEnd { content += buffer.prefix(try source.read(into: buffer)) }
        return content
    }
}

/// The C function, which a method named `open` hides.
private func systemOpen(_ path: String, _ flags: CInt) -> CInt {
    open(path, flags)
}
