import HTTPTransport
import HostileInput
import Testing

@testable import MicrosoftGraph

/// The claims of a challenge, in the forms that services write.
@Suite struct TokenRequestTests {
    private static let encoded =
        "eyJhY2Nlc3NfdG9rZW4iOnsibmJmIjp7ImVzc2VudGlhbCI6dHJ1ZSwgInZhbHVlIjoiMTYwNDEwNjY1MSJ9fX0="
    private static let decoded = #"{"access_token":{"nbf":{"essential":true, "value":"1604106651"}}}"#

    private func claims(_ fields: String...) -> String? {
        ClaimsChallenge.claims(in: HTTPHeaders(fields.map { ("WWW-Authenticate", $0) }))
    }

    @Test func claimsOfABearerChallengeAreRead() {
        let address = "https://login.microsoftonline.com/common/oauth2/authorize"
        #expect(
            claims(
                #"Bearer realm="", authorization_uri="\#(address)", error="insufficient_claims", claims="\#(Self.encoded)""#
            ) == Self.decoded)
        #expect(claims(#"Bearer claims="\#(Self.encoded)", error="insufficient_claims""#) == Self.decoded)
        #expect(claims("Basic realm=x", #"bearer error=insufficient_claims, claims=\#(Self.encoded)"#) == Self.decoded)
        let unpadded = Self.encoded.replacing("=", with: "")
        #expect(claims(#"Bearer error="insufficient_claims", claims="\#(unpadded)""#) == Self.decoded)
    }

    @Test(arguments: [
        "Bearer", #"Bearer error="invalid_token", claims="e30=""#, #"Bearer error="insufficient_claims""#,
        #"Bearer error="insufficient_claims", claims="%%%""#, #"Bearer error="insufficient_claims", claims="W10=""#,
        #"Basic error="insufficient_claims", claims="e30=""#, #"Bearer error="insufficient_claims", claims="""#,
    ])
    func otherHeadersHaveNoClaims(field: String) {
        #expect(claims(field) == nil)
    }

    @Test(arguments: SeededGenerator.seeds) func anyTextIsReadWithoutATrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            _ = claims(#"Bearer error="insufficient_claims", claims="\#(random.text(upTo: 60))""#)
        }
    }
}
