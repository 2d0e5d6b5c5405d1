import Foundation
import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct SessionBusTests {
    @Test(
        arguments: [
            (nil, UInt64.max), (.seconds(-1), 0), (.zero, 0), (.milliseconds(1500), 1_500_000),
            (.seconds(Int64.max), 3_155_760_000_000_000),
        ] as [(Duration?, UInt64)])
    func limitFitsTheBus(limit: Duration?, microseconds: UInt64) {
        #expect(SessionBus.microseconds(limit) == microseconds)
    }

    /// A socket that accepts and never answers. In a process of its own, whose environment names the bus.
    @Test func muteBusDelaysNothingBeyondTheLimit() async {
        await #expect(processExitsWith: .success) {
            let folder = try TemporaryFolder()
            let path = folder.file("bus")
            let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
            var address = sockaddr_un()
            address.sun_family = sa_family_t(AF_UNIX)
            withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
            let size = socklen_t(MemoryLayout<sockaddr_un>.size)
            let isBound = withUnsafePointer(to: &address) { pointer in
                pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, size) == 0 }
            }
            #expect(isBound && listen(listener, 8) == 0)
            setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=\(path)", 1)
            // libsystemd gives a handshake 90 seconds. The signal ends this process, and with it the test.
            alarm(60)
            let method = SessionBus.Method(service: "a.b", path: "/a", interface: "a.b", name: "c")
            await #expect(throws: BrokerProblem.timedOut(seconds: 0)) {
                try await SessionBus(environment: .process).call(method, [], limit: .milliseconds(10))
            }
        }
    }
}
