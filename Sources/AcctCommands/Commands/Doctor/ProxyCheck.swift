import Glibc
import HTTPTransport

/// Whether the proxy accepts a connection.
struct ProxyCheck {
    private let environment: Environment

    init(_ environment: Environment) { self.environment = environment }

    func findings() -> [Finding] {
        guard let (name, value) = ConnectionVariable.proxy.first(in: environment), let address = ProxyAddress(value)
        else {
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

/// The host and port of the proxy that requests go through.
struct ProxyAddress: Equatable {
    let host: String
    let port: Int

    /// Nil for text that is not the URL of a proxy, with or without its scheme, as libcurl reads it (CURLOPT_PROXY(3)).
    init?(_ text: String) {
        let parts = text.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        let scheme = parts.count == 2 ? parts[0].lowercased() : "http"
        guard ["http", "https", "socks4", "socks4a", "socks5", "socks5h"].contains(scheme), let rest = parts.last else {
            return nil
        }
        // A password may have any character but these two.
        let place = rest.prefix { $0 != "/" }.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        let name: Substring
        if place.hasPrefix("["), let end = place.firstIndex(of: "]") {
            name = place[place.index(after: place.startIndex)..<end]
        } else {
            name = place.prefix { $0 != ":" }
        }
        let tail = place.dropFirst(place.hasPrefix("[") ? name.count + 2 : name.count)
        let port = tail.isEmpty ? (scheme == "https" ? 443 : 1080) : UInt16(port: tail.dropFirst()).map(Int.init)
        guard !name.isEmpty, name.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }), tail.isEmpty || tail.hasPrefix(":"),
            let port, (1...65535).contains(port)
        else { return nil }
        (host, self.port) = (String(name), port)
    }
}
