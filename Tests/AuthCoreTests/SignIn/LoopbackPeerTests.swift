import HostileInput
import Testing

@testable import AuthCore

@Suite struct LoopbackPeerTests {
    @Test(
        arguments: [
            (.user(1000), .verified), (.user(0), .verified), (.user(1001), .refused),
            (.user(65534), .refused), (.closed, .refused), (nil, .unverified),
        ] as [(SocketOwner?, LoopbackPeer)])
    func thisUserAndRootAreServed(owner: SocketOwner?, peer: LoopbackPeer) {
        #expect(LoopbackPeer(owner, user: 1000) == peer)
    }
}

@Suite struct SocketOwnerTests {
    private static let table = """
          sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 0100007F:9C4F 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 5550 1 0 100 0 0 10 0
           1: 0100007F:9C4F 0100007F:D431 01 00000000:00000000 00:00000000 00000000  1000        0 5551 1 0 20 4 30 10 -1
           2: 0100007F:D431 0100007F:9C4F 01 00000000:00000000 00:00000000 00000000  1001        0 5552 1 0 20 4 30 10 -1
           3: 0100007F:D432 0100007F:9C4F 06 00000000:00000000 03:00000E5B 00000000     0        0 0 3 0

        """
    private static let table6 = """
          sl  local_address                         remote_address                        st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
           0: 00000000000000000000000001000000:D431 00000000000000000000000001000000:9C4F 01 00000000:00000000 00:00000000 00000000 65534        0 17 1 0 20 4 30 10 -1
           1: 0000000000000000FFFF00000100007F:D433 0000000000000000FFFF00000100007F:9C4F 01 00000000:00000000 00:00000000 00000000  1000        0 18 1 0 20 4 30 10 -1
        """

    @Test(
        arguments: [
            ("0100007F:D431", "0100007F:9C4F", .user(1001)), ("0100007F:9C4F", "0100007F:D431", .user(1000)),
            ("0100007F:D432", "0100007F:9C4F", .closed), ("0100007F:D433", "0100007F:9C4F", nil),
            ("0100007F:9C4F", "0100007F:D432", nil), ("", "", nil), ("local_address", "rem_address", nil),
            ("00000000000000000000000001000000:D431", "00000000000000000000000001000000:9C4F", .user(65534)),
            ("0000000000000000FFFF00000100007F:D433", "0000000000000000FFFF00000100007F:9C4F", .user(1000)),
        ] as [(String, String, SocketOwner?)])
    func findsTheRowOfBothEnds(local: String, remote: String, owner: SocketOwner?) {
        #expect(SocketOwner(in: Array((Self.table + Self.table6).utf8), local: local, remote: remote) == owner)
    }

    @Test(arguments: [
        "0: L R", "0: L R 01 0:0 0:0 0 1000 0", "0: L R 01 0:0 0:0 0 -1 0 5", "0: L R 01 0:0 0:0 0 4294967296 0 5",
        "0: L R 01 0:0 0:0 0 root 0 5", "\u{0}", "\n\n\n", "0: R L 01 0:0 0:0 0 1000 0 5",
    ])
    func unusableRowNamesNoOwner(table: String) {
        #expect(SocketOwner(in: Array(table.utf8), local: "L", remote: "R") == nil)
    }

    @Test(arguments: SeededGenerator.seeds) func randomTableNamesNoOwner(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let bytes = generator.bytes(upTo: 400)
            #expect(SocketOwner(in: bytes, local: "0100007F:D431", remote: "0100007F:9C4F") == nil)
        }
    }
}
