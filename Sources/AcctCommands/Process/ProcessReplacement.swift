import CProcess
import Glibc
import HTTPTransport

/// A program that takes the place of this one: it has the same process id, terminal and open files, so signals, job
/// control and the exit code are its own.
struct ProcessReplacement: Sendable {
    /// The program, which is not searched for.
    let path: String
    /// The name that it is called by, and its arguments.
    let words: [String]
    /// The variables that it gets beside those of this process, or in their place.
    let added: [String: String]
    /// The names of variables of this process that it does not get.
    let removed: [String]

    /// Returns only where the program cannot be run.
    ///
    /// - Returns: the error number.
    func run() async -> Int32 {
        DelayedExit.wait()
        fflush(nil)
        // The program inherits the signals that the calling thread blocks, and the first thread blocks none.
        return await withTaskExecutorPreference(MainThread.shared) { replace() }
    }

    @Sendable private func replace() -> Int32 {
        Self.endProtection()
        let code = execute(path, words)
        guard code == ENOEXEC else { return code }
        // A script without a first line that names its shell.
        return execute("/bin/sh", ["/bin/sh", path] + words.dropFirst())
    }

    /// Undoes what this process has set for itself, and what a program in its place would inherit.
    static func endProtection() {
        Signals.restoreBrokenPipes()
        ProcessMemory.endProtection()
    }

    private func execute(_ path: String, _ words: [String]) -> Int32 {
        let changed = Set(added.keys).union(removed)
        // The other variables stay as they are, byte by byte.
        let kept = CEnvironment.all.filter { !changed.contains(CEnvironment.name(of: $0)) }
        return withCStrings(words) { words in
            withCStrings(added.map { "\($0)=\($1)" }) { added in
                execve(path, words, kept + added)
                return errno
            }
        }
    }
}

/// The variables of this process as C has them, which need not be text in any encoding.
enum CEnvironment {
    /// `NAME=value` each.
    static var all: [UnsafeMutablePointer<CChar>?] {
        let first = cprocess_environment()
        var count = 0
        while first[count] != nil { count += 1 }
        return Array(UnsafeBufferPointer(start: first, count: count))
    }

    fileprivate static func name(of variable: UnsafeMutablePointer<CChar>?) -> String {
        guard let variable else { return "" }
        let length = strchr(variable, Int32(UInt8(ascii: "="))).map { $0 - variable } ?? strlen(variable)
        return String(decoding: UnsafeRawBufferPointer(start: variable, count: length), as: UTF8.self)
    }
}

/// Calls `body` with a list of C strings that ends with nil.
func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
}
