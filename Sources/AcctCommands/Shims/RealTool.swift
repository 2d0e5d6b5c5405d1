import AccountStore
import CProcess
import Glibc
import HTTPTransport

/// The tool that a shim stands in for: the first program of its name on PATH that is not `acct`.
struct RealTool {
    private let shim: Shim
    /// Nil where the tool is not installed.
    let path: String?

    init(_ shim: Shim, environment: Environment) {
        self.shim = shim
        let folder = (try? StoreLocation(environment: environment)).flatMap { ResolvedPath.of($0.shims) }
        path = try? ProgramPath.find(shim.rawValue, in: environment) {
            Self.isShim($0, in: folder)
        }
    }

    /// Replaces this process by the tool, with the arguments and the environment that this process was started with.
    func replaceProcess() -> Never {
        guard let path else { fail(.shimmedToolMissing(shim), exitCode: 127) }
        var count: Int32 = 0
        guard let values = cprocess_arguments(&count), let name = strdup(path) else {
            fail(.shimmedToolFailed(path, code: ENOMEM), exitCode: 126)
        }
        // The tool finds itself by its path, where a bare name would lead to the shim again.
        var arguments = [name] + (1..<Int(count)).map { values[$0] }
        arguments.append(nil)
        execv(path, arguments)
        fail(.shimmedToolFailed(path, code: errno), exitCode: 126)
    }

    private func fail(_ failure: Failure, exitCode: Int32) -> Never {
        StandardStream.error.write("acct: \(failure.sentence(withCommand: true))\n")
        exitNow(exitCode)
    }

    /// Whether the path leads to this program, to another copy of `acct`, or through the folder of the shims. Two copies
    /// would otherwise start each other without end.
    private static func isShim(_ path: String, in folder: String?) -> Bool {
        if let folder, ResolvedPath.of(ResolvedPath.parent(path)) == folder { return true }
        if ResolvedPath.of(path).map(ResolvedPath.lastName) == "acct" { return true }
        var (own, other) = (stat(), stat())
        guard stat("/proc/self/exe", &own) == 0, stat(path, &other) == 0 else { return false }
        return own.st_dev == other.st_dev && own.st_ino == other.st_ino
    }
}
