import CDBus
import Dispatch
import Glibc
import Synchronization

/// A connection to a message bus that serves method calls under a well-known name.
///
/// libdbus is called on one thread only: replies of other threads are queued for it.
final class BusConnection: Sendable {
    /// The calls in the order of arrival. The stream ends when the bus ends the connection.
    let calls: AsyncStream<BusCall>
    private let continuation: AsyncStream<BusCall>.Continuation
    private let connection: Handle
    private let replies = Mutex<[(message: BusCall.Message, reply: BusReply)]>([])

    private struct Handle: @unchecked Sendable {
        let pointer: OpaquePointer
    }

    /// Connects and becomes the owner of the name.
    ///
    /// - Throws: `BusError`, also if libdbus is missing or another program owns the name.
    init(address: String, name: String) throws(BusError) {
        connection = try Self.open(address)
        (calls, continuation) = AsyncStream.makeStream(of: BusCall.self)
        var reason: UnsafeMutablePointer<CChar>?
        guard cdbus_request_name(connection.pointer, name, &reason) else { throw BusError(consuming: reason) }
        DispatchQueue(label: "D-Bus").async { self.serve() }
    }

    /// Whether a bus accepts connections at the address.
    static func probe(_ address: String) throws(BusError) {
        cdbus_close(try open(address).pointer)
    }

    private static func open(_ address: String) throws(BusError) -> Handle {
        var reason: UnsafeMutablePointer<CChar>?
        guard let pointer = cdbus_open(address, &reason) else { throw BusError(consuming: reason) }
        return Handle(pointer: pointer)
    }

    /// Answers a call. Each call is answered once.
    func reply(to call: BusCall, _ reply: BusReply) {
        replies.withLock { $0.append((call.message, reply)) }
        cdbus_wake(connection.pointer)
    }

    private func serve() {
        var call = cdbus_call()
        while true {
            switch cdbus_wait(connection.pointer, &call) {
            case cdbus_received: continuation.yield(BusCall(call))
            case cdbus_woken: sendReplies()
            default: return continuation.finish()
            }
        }
    }

    private func sendReplies() {
        let ready = replies.withLock { queue in
            defer { queue = [] }
            return queue
        }
        for (message, reply) in ready {
            switch reply {
            case .text(let text): cdbus_return(connection.pointer, message.pointer, text)
            case .nothing: cdbus_return(connection.pointer, message.pointer, nil)
            case .error(let name, let text): cdbus_fail(connection.pointer, message.pointer, name, text)
            }
        }
    }
}

/// A method call.
struct BusCall: Sendable {
    fileprivate struct Message: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    fileprivate let message: Message
    let path: String
    /// Nil if the caller named none.
    let interface: String?
    let member: String
    let signature: String
    /// The three strings of a call with the signature `sss`; empty for any other.
    let arguments: [String]

    fileprivate init(_ call: cdbus_call) {
        message = Message(pointer: call.message)
        path = String(cString: call.path)
        interface = call.interface.map { String(cString: $0) }
        member = String(cString: call.member)
        signature = String(cString: call.signature)
        arguments = [call.arguments.0, call.arguments.1, call.arguments.2].compactMap { $0.map { String(cString: $0) } }
    }
}

enum BusReply: Sendable, Equatable {
    /// One string.
    case text(String)
    /// No arguments.
    case nothing
    case error(name: String, text: String)
}

/// The reason why the bus cannot be used.
public struct BusError: Error, CustomStringConvertible {
    public let description: String

    init(_ description: String) {
        self.description = description
    }

    fileprivate init(consuming reason: UnsafeMutablePointer<CChar>?) {
        description = reason.map { String(cString: $0) } ?? "no reason was given"
        free(reason)
    }
}
