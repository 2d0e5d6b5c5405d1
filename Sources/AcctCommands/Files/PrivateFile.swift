import Glibc
import HTTPTransport

/// A file with secrets for another program. Only its owner can read it, from the moment of its creation.
enum PrivateFile {
    /// - Parameter replacing: whether an existing file is replaced. It stays complete until the new one is.
    static func write(_ text: Secret, to path: String, replacing: Bool) throws(InteropError) {
        let draft = replacing ? "\(path).\(getpid()).\(UInt64.random(in: 0 ... .max))" : path
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw errno == EEXIST ? .fileExists(path: path) : .cannotWrite(path: path, code: errno)
        }
        let problem = fill(descriptor, with: text) ?? (replacing && rename(draft, path) != 0 ? errno : nil)
        guard let problem else { return }
        unlink(draft)
        throw .cannotWrite(path: path, code: problem)
    }

    /// Writes the text and closes the file.
    ///
    /// - Returns: the error number when the file cannot be written; nil for success.
    private static func fill(_ descriptor: Int32, with text: Secret) -> Int32? {
        defer { close(descriptor) }
        let problem = Array(text.expose().utf8).withUnsafeBytes { writeAll($0, to: descriptor) }
        if let problem { return problem }
        return fsync(descriptor) == 0 ? nil : errno
    }
}
