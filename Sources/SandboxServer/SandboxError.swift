/// Why a sandbox could not start.
public enum SandboxError: Error, Equatable, CustomStringConvertible {
    case portInUse(Int)
    case cannotListen(port: Int, reason: String)

    public var description: String {
        switch self {
        case .portInUse(let port): "port \(port) is in use; choose another one or 0 for any free one"
        case .cannotListen(let port, let reason): "cannot listen on port \(port): \(reason)"
        }
    }
}
