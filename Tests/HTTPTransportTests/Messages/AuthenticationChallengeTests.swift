import Testing

@testable import HTTPTransport

/// RFC 9110 §11.6.1, in every form that servers use.
@Suite struct AuthenticationChallengeTests {
    struct Example: CustomTestStringConvertible, Sendable {
        let fields: [String]
        let challenges: [AuthenticationChallenge]
        var testDescription: String { fields.joined(separator: " | ") }

        init(_ fields: String..., are challenges: (String, [String: String])...) {
            self.fields = fields
            self.challenges = challenges.map { AuthenticationChallenge(scheme: $0.0, parameters: $0.1) }
        }
    }

    static let examples: [Example] = [
        Example("Bearer", are: ("bearer", [:])),
        Example("Bearer realm=\"\"", are: ("bearer", ["realm": ""])),
        Example("BEARER Realm=x, Error=\"a b\"", are: ("bearer", ["realm": "x", "error": "a b"])),
        Example(
            "Bearer claims=\"e30=\", error=\"insufficient_claims\"",
            are: ("bearer", ["claims": "e30=", "error": "insufficient_claims"])),
        Example("Bearer claims=e30==,error=x", are: ("bearer", ["claims": "e30==", "error": "x"])),
        Example(
            "Basic realm=\"a, b=\\\"c\\\"\", Bearer realm=d",
            are: ("basic", ["realm": "a, b=\"c\""]), ("bearer", ["realm": "d"])),
        Example("Negotiate, Bearer realm=d", are: ("negotiate", [:]), ("bearer", ["realm": "d"])),
        Example("Negotiate YII", are: ("negotiate", [:])), Example("Negotiate abc==", are: ("negotiate", [:])),
        Example("Negotiate a/b+c= , Bearer realm=d", are: ("negotiate", [:]), ("bearer", ["realm": "d"])),
        Example(
            "NTLM TlRMTVNTUAAC=, NTLM, Basic realm=a", are: ("ntlm", [:]), ("ntlm", [:]), ("basic", ["realm": "a"])),
        Example("Bearer realm=, error=x", are: ("bearer", ["error": "x"])),
        Example("Bearer Basic realm=a", are: ("bearer", [:]), ("basic", ["realm": "a"])),
        Example("Basic realm=a", "Bearer realm=b", are: ("basic", ["realm": "a"]), ("bearer", ["realm": "b"])),
        Example("Bearer error = \"x\" , , realm = y", are: ("bearer", ["error": "x", "realm": "y"])),
        Example("Bearer error=a, error=b", are: ("bearer", ["error": "a"])),
        Example("Bearer realm=\"never ends", are: ("bearer", ["realm": "never ends"])),
        Example(", ,"), Example(""),
    ]

    @Test(arguments: examples)
    func challengesAreReadWithTheirParameters(example: Example) {
        let headers = HTTPHeaders(example.fields.map { ("www-authenticate", $0) })
        #expect(AuthenticationChallenge.all(in: headers) == example.challenges)
    }

    @Test(arguments: 0..<50)
    func anyTextIsAccepted(seed: UInt64) {
        var state = seed &* 2_862_933_555_777_941_757 &+ 3_037_000_493
        let alphabet = Array("Bearer=\",\\ \t;:é%/+-_realm")
        let text = String(
            (0..<200).map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return alphabet[Int(state >> 33) % alphabet.count]
            })
        let challenges = AuthenticationChallenge.all(in: HTTPHeaders([("WWW-Authenticate", text)]))
        #expect(challenges.allSatisfy { !$0.scheme.isEmpty }, "from \(text)")
    }
}
