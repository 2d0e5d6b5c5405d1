import Glibc
import HTTPTransport

/// Whether the proxy accepts a connection.
struct ProxyCheck {
    private let environment: Environment

    init(_ environment: Environment) { self.environment = environment }

    func findings() -> [Finding] {
        guard let (name, value) = ProxyAddress.variable(in: environment), let address = ProxyAddress(value) else {
            return []
        }
        guard let problem = Self.problem(of: address) else {
            return [Finding(.proxy, .ok, "The proxy in \(name) accepts connections.")]
        }
        return [
            Finding(
                .proxy, .wrong,
                "The proxy in \(name) does not answer (\(problem)): no request leaves this machine through it.",
                command: "unset \(name)")
        ]
    }

    /// Nil for a proxy that answers. The resolver has a limit of its own.
    private static func problem(of address: ProxyAddress) -> String? {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        let code = getaddrinfo(address.host, String(address.port), &hints, &first)
        guard code == 0 else { return String(cString: gai_strerror(code)) }
        defer { freeaddrinfo(first) }
        var last = ENOENT
        for entry in sequence(first: first, next: { $0?.pointee.ai_next }).prefix(8) {
            guard let entry else { break }
            last = connect(entry.pointee)
            if last == 0 { return nil }
        }
        return Failure.systemReason(last)
    }

    /// - Returns: 0, or an `errno`.
    private static func connect(_ entry: addrinfo) -> Int32 {
        let flags = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        let descriptor = socket(entry.ai_family, flags, 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        if Glibc.connect(descriptor, entry.ai_addr, entry.ai_addrlen) == 0 { return 0 }
        guard errno == EINPROGRESS else { return errno }
        var waiting = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&waiting, 1, limit) > 0 else { return ETIMEDOUT }
        var (code, length): (Int32, socklen_t) = (0, socklen_t(MemoryLayout<Int32>.size))
        return getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &code, &length) == 0 ? code : errno
    }

    /// In milliseconds.
    private static let limit: Int32 = 5000
}
