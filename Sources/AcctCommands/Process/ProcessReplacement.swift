import Glibc
import HTTPTransport

/// A program that takes the place of this one: it has the same process id, terminal and open files, so signals, job
/// control and the exit code are its own.
struct ProcessReplacement: Sendable {
    /// The program, which is not searched for.
    let path: String
    /// What it is called by, and its arguments.
    let words: [String]
    let environment: [String: String]

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
        let variables = environment.map { "\($0)=\($1)" }
        let code = Self.execute(path, words, variables)
        guard code == ENOEXEC else { return code }
        // A script without a first line that names its shell.
        return Self.execute("/bin/sh", ["/bin/sh", path] + words.dropFirst(), variables)
    }

    /// Undoes what this process has set for itself, and what a program in its place would inherit.
    static func endProtection() {
        Signals.restoreBrokenPipes()
        ProcessMemory.endProtection()
    }

    private static func execute(_ path: String, _ words: [String], _ variables: [String]) -> Int32 {
        withCStrings(words) { words in
            withCStrings(variables) { variables in
                execve(path, words, variables)
                return errno
            }
        }
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
