import HostileInput
import Testing

@testable import AuthCore

@Suite struct RedirectURITests {
    @Test(arguments: [
        ("http://localhost", "localhost", 0, "", "/"), ("http://localhost:0/cb", "localhost", 0, "/cb", "/cb"),
        ("http://localhost:8400", "localhost", 8400, "", "/"), ("http://localhost:/", "localhost", 0, "/", "/"),
        ("http://127.0.0.1/cb", "127.0.0.1", 0, "/cb", "/cb"),
        ("http://[::1]:8400/a/b?x=1", "[::1]", 8400, "/a/b?x=1", "/a/b"),
        ("http://LOCALHOST:80?x=/..", "LOCALHOST", 80, "?x=/..", "/"),
        ("HTTP://localhost/%2e.", "localhost", 0, "/%2e.", "/%2e."),
    ])
    func loopbackAddressIsListenedOn(text: String, host: String, port: Int, target: String, path: String) throws {
        let uri = try RedirectURI(text)
        #expect(uri.loopback == RedirectURI.Loopback(host: host, port: port, target: target))
        #expect(uri.loopback?.path == path)
        #expect(uri.hasFixedPort == (port != 0))
        #expect(try RedirectURI(uri.text) == uri)
        #expect(uri.loopback?.uri(port: 9) == "http://\(host):9\(target)")
    }

    @Test(arguments: [
        ("http://localhost/cb", ["127.0.0.1", "::1"]), ("http://127.0.0.1", ["127.0.0.1"]), ("http://[::1]", ["::1"]),
    ])
    func onlyTheNamedAddressIsListenedOn(text: String, addresses: [String]) throws {
        #expect(try RedirectURI(text).loopback?.addresses == addresses)
    }

    @Test(arguments: [
        "https://login.microsoftonline.com/common/oauth2/nativeclient", "https://localhost:8400/cb",
        "com.example.app:/cb",
        "urn:ietf:wg:oauth:2.0:oob", "msal00000000-0000-0000-0000-000000000000://auth",
    ])
    func otherAddressIsPasted(text: String) throws {
        let uri = try RedirectURI(text)
        #expect(!uri.isLoopback && uri.text == text)
    }

    @Test(
        arguments: [
            ("", .notAURI), ("localhost", .notAURI), ("//localhost", .notAURI), ("/cb", .notAURI), ("http:", .notAURI),
            ("http:localhost", .notAURI), ("1a:b", .notAURI), ("a b:c", .notAURI), ("https://h/\u{FC}", .notAURI),
            ("https://h/\n", .notAURI), ("https://h/'$(id)'", .notAURI), ("http://localhost/a/../b", .notAURI),
            ("http://localhost/.", .notAURI), ("http://localhost/#f", .fragment), ("https://h#", .fragment),
            ("http://h/cb", .notThisMachine), ("http://localhost.h/", .notThisMachine),
            ("http://user@localhost/", .notThisMachine), ("http://127.0.0.2/", .notThisMachine),
            ("http://127.0.0.1.h", .notThisMachine), ("http://localhost:80@h/", .port), ("http://localhost:x", .port),
            ("http://localhost:65536", .port), ("http://localhost:-1", .port), ("http://localhost:+1", .port),
        ] as [(String, RedirectURIProblem)])
    func otherTextIsNoRedirectURI(text: String, problem: RedirectURIProblem) {
        #expect(throws: problem) { try RedirectURI(text) }
    }

    @Test(arguments: SeededGenerator.seeds) func randomTextIsRefusedOrStaysAsItIs(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<300 {
            let text = "http://localhost" + random.text(upTo: 12)
            guard let uri = try? RedirectURI(text) else { continue }
            #expect((try? RedirectURI(uri.text)) == uri)
            #expect(uri.text.utf8.allSatisfy { (0x21...0x7E).contains($0) })
        }
    }
}
