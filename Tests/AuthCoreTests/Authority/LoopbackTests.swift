import Testing

@testable import AuthCore

@Suite struct LoopbackTests {
    @Test(arguments: [
        "localhost", "LOCALHOST", "a.localhost", "127.0.0.1", "127.255.255.255", "::1", "[::1]",
    ])
    func acceptsLoopbackHosts(host: String) {
        #expect(Loopback.isLoopback(host: host))
    }

    @Test(arguments: [
        "", "localhost.", "localhost.example", "xlocalhost", "126.0.0.1", "128.0.0.1", "127.0.0", "127.0.0.1.1",
        "127.0.0.256", "127.0.0.", "127..0.1", "127.0.0.-1", "127.0.0.x", "::", "::2", "[::ffff:127.0.0.1]", "0.0.0.0",
        "[", "]", "[]",
    ])
    func rejectsOtherHosts(host: String) {
        #expect(!Loopback.isLoopback(host: host))
    }
}
