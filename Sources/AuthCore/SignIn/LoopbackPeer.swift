import FoundationEssentials
import Glibc
import NIOCore

/// The user at the other end of a loopback connection, as far as Linux tells.
enum LoopbackPeer: Hashable {
    /// A process of this user, or of root.
    case verified
    /// A process of another user, or a socket that its process has closed: the kernel no longer names the user then.
    case refused
    /// The kernel's tables cannot be read or have no such socket, as in some containers or with the browser of a virtual
    /// machine's host. Such a peer is served.
    case unverified

    /// Reads the kernel's tables of TCP sockets.
    init(of channel: any Channel) {
        guard let listener = channel.localAddress.flatMap(Self.endpoint),
            let peer = channel.remoteAddress.flatMap(Self.endpoint)
        else {
            self = .unverified
            return
        }
        var owner: SocketOwner?
        // An IPv6 socket that is connected to an IPv4 address is in the table of IPv6.
        for (path, prefix) in [("/proc/net/tcp", ""), ("/proc/net/tcp6", Self.mappedPrefix)] where owner == nil {
            let ends = peer.isIPv6 ? [peer, listener].map(\.text) : [peer, listener].map { prefix + $0.text }
            owner = Self.contents(of: path).flatMap { SocketOwner(in: $0, local: ends[0], remote: ends[1]) }
        }
        self.init(owner, user: getuid())
    }

    init(_ owner: SocketOwner?, user: UInt32) {
        switch owner {
        case nil: self = .unverified
        case .user(let id): self = id == user || id == 0 ? .verified : .refused
        case .closed: self = .refused
        }
    }

    /// An address and port as the tables print them: each 32-bit word of the address as this machine reads it, in
    /// upper-case hexadecimal.
    private static func endpoint(_ address: SocketAddress) -> (text: String, isIPv6: Bool)? {
        guard let ip = address.ipAddress, let port = address.port.flatMap(UInt16.init(exactly:)) else { return nil }
        let isIPv6 = ip.utf8.contains(UInt8(ascii: ":"))
        var words = [UInt32](repeating: 0, count: isIPv6 ? 4 : 1)
        guard inet_pton(isIPv6 ? AF_INET6 : AF_INET, ip, &words) == 1 else { return nil }
        return ("\(words.map(hex).joined()):\(hex(port))", isIPv6)
    }

    /// `::ffff:0:0`, before the word of an IPv4 address.
    private static let mappedPrefix = "0000000000000000" + hex(UInt32(bigEndian: 0xFFFF))

    private static func hex<Value: FixedWidthInteger>(_ value: Value) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: Value.bitWidth / 4 - digits.utf8.count) + digits
    }

    /// The whole file; nil where it cannot be read or is larger than 64 MiB. Its size is not known before.
    private static func contents(of path: String) -> [UInt8]? {
        let limit = 64 << 20
        guard let bytes = try? [UInt8](ofFile: path, upTo: limit + 1), bytes.count <= limit else { return nil }
        return bytes
    }
}

/// The owner of a TCP socket in `/proc/net/tcp` or `/proc/net/tcp6` (proc_pid_net(5)).
enum SocketOwner: Hashable {
    case user(UInt32)
    /// No process has the socket open. The kernel prints the uid 0 for it.
    case closed

    /// The owner of the socket with these ends, each as the table prints it; nil where the table has no such row.
    ///
    /// - Parameter table: The columns are: number, local and remote address, state, queues, timer, retransmissions, uid,
    ///   timeout, inode. Later ones are ignored.
    init?(in table: [UInt8], local: String, remote: String) {
        for line in table.split(separator: UInt8(ascii: "\n")) {
            let fields = line.split(separator: UInt8(ascii: " "), maxSplits: 10)
            guard fields.count >= 10, fields[1].elementsEqual(local.utf8), fields[2].elementsEqual(remote.utf8) else {
                continue
            }
            guard let uid = UInt32(String(decoding: fields[7], as: UTF8.self)) else { return nil }
            self = fields[9].elementsEqual("0".utf8) ? .closed : .user(uid)
            return
        }
        return nil
    }
}
