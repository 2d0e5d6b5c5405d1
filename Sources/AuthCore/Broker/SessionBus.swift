import CSDBus
import Glibc
import HTTPTransport

/// The message bus of the user's desktop session (D-Bus Specification, "Well-known Message Bus Instances").
///
/// Each call has a connection of its own: commands make one or two, and a connection that a program died on is not used
/// again.
struct SessionBus: Sendable {
    let environment: Environment

    /// A method that takes texts and returns one.
    struct Method: Sendable {
        let service, path, interface, name: String
    }

    /// Calls a method. The program that provides the service is started by the bus if it does not run.
    ///
    /// - Parameter limit: Nil to wait for as long as it takes.
    /// - Throws: ``BrokerProblem``; `CancellationError` when the task is cancelled.
    func call(_ method: Method, _ arguments: [String], limit: Duration?) async throws -> String {
        if let owner = foreignOwner { throw BrokerProblem.unavailable(.foreignBus(userID: owner)) }
        guard let cancellation = Cancellation() else { throw BrokerProblem.unavailable(.noBus(reason(of: errno))) }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let started = DetachedThread.start {
                    continuation.resume(
                        with: Result {
                            try Self.respond(to: method, arguments, limit: limit, cancellation: cancellation)
                        })
                }
                if !started { continuation.resume(throwing: BrokerProblem.unavailable(.noBus(reason(of: EAGAIN)))) }
            }
        } onCancel: {
            cancellation.cancel()
        }
    }

    /// Connects, calls and waits, on a thread that may block.
    private static func respond(
        to method: Method, _ arguments: [String], limit: Duration?, cancellation: Cancellation
    ) throws -> String {
        var connection: OpaquePointer?
        let opened = csdbus_open(&connection)
        guard opened == 0, let connection else {
            throw BrokerProblem.unavailable(
                opened == -ELIBACC ? .noLibrary : .noBus(opened == -ENOMEDIUM ? "" : reason(of: -opened)))
        }
        defer { csdbus_close(connection) }
        var response = csdbus_response()
        defer { csdbus_free(&response) }
        let result = withCStrings(arguments) { pointers in
            csdbus_call(
                connection, method.service, method.path, method.interface, method.name, pointers,
                Self.microseconds(limit), cancellation.readEnd, &response)
        }
        switch -result {
        case 0: return try text(of: response, method: method.name)
        case ECANCELED: throw CancellationError()
        case ETIMEDOUT: throw BrokerProblem.timedOut(seconds: limit.map { Int($0.components.seconds) })
        case EBADMSG, EINVAL, ENXIO: throw BrokerProblem.malformedResponse(method: method.name)
        case ECONNRESET, ENOTCONN, EPIPE: throw BrokerProblem.stopped
        default: throw BrokerProblem.unavailable(.noBus(reason(of: -result)))
        }
    }

    /// The limit as the bus takes it. A century stands for every longer one, which would not fit.
    static func microseconds(_ limit: Duration?) -> UInt64 {
        guard let limit else { return .max }
        return UInt64(clamping: Int64(min(limit, .seconds(3_155_760_000)) / .microseconds(1)))
    }

    private static func text(of response: csdbus_response, method: String) throws(BrokerProblem) -> String {
        if let text = response.text { return String(cString: text) }
        let name = response.error_name.map { String(cString: $0) } ?? ""
        let message = response.error_message.map { String(cString: $0) } ?? ""
        switch name.split(separator: ".").last {
        // No program provides the service.
        case "ServiceUnknown", "NameHasNoOwner": throw .unavailable(.notInstalled)
        // The bus sends these on behalf of a program that is gone.
        case "NoReply", "Disconnected", "ChildExited", "ChildSignaled": throw .stopped
        case "ExecFailed", "FileNotFound", "SpawnFailed", "PermissionsInvalid", "ForkFailed": throw .notStarted(message)
        case "Timeout", "TimedOut": throw .timedOut(seconds: nil)
        case "AccessDenied": throw .unavailable(.noBus(message))
        case "UnknownMethod", "UnknownInterface", "UnknownObject", "InvalidArgs":
            throw .malformedResponse(method: method)
        default: throw .failed(message.isEmpty ? name : message)
        }
    }

    /// The owner of the bus's socket where that is another user: sudo keeps the address, and the broker would refuse
    /// or, worse, act for the wrong person. Nil for an address that is not a path.
    private var foreignOwner: UInt32? {
        let address =
            environment["DBUS_SESSION_BUS_ADDRESS"]
            ?? environment["XDG_RUNTIME_DIR"].map { "unix:path=\($0)/bus" } ?? ""
        let prefix = "unix:path="
        guard address.hasPrefix(prefix) else { return nil }
        var status = stat()
        guard stat(String(address.dropFirst(prefix.count).prefix { $0 != "," && $0 != ";" }), &status) == 0,
            status.st_uid != geteuid()
        else { return nil }
        return status.st_uid
    }
}

/// Ends a call that waits: the waiting thread polls the read end.
private final class Cancellation: Sendable {
    let readEnd: Int32
    private let writeEnd: Int32

    /// Nil when no descriptor is left; `errno` says why.
    init?() {
        var ends: [Int32] = [-1, -1]
        // Closed at exec from the beginning: another thread may start a program at any time. Swift cannot call pipe2.
        let kind = SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue
        guard socketpair(AF_UNIX, Int32(kind), 0, &ends) == 0 else { return nil }
        (readEnd, writeEnd) = (ends[0], ends[1])
    }

    deinit {
        close(readEnd)
        close(writeEnd)
    }

    func cancel() {
        var byte: UInt8 = 0
        _ = write(writeEnd, &byte, 1)
    }
}

private func reason(of code: Int32) -> String { String(cString: strerror(code)) }

/// Calls `body` with an array of C strings that ends with a null pointer.
private func withCStrings<Result>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
    let copies = texts.map { strdup($0) }
    defer {
        for copy in copies {
            if let copy { explicit_bzero(copy, strlen(copy)) }
            free(copy)
        }
    }
    let pointers = copies.map { UnsafePointer($0) } + [nil]
    return pointers.withUnsafeBufferPointer { buffer in
        guard let start = buffer.baseAddress else { preconditionFailure("an array that ends with nil has an element") }
        return body(start)
    }
}
