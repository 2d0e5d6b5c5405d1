import HTTPTransport
import Testing

@testable import AuthCore

@Suite struct PKCETests {
    /// RFC 7636 appendix B.
    @Test func theChallengeIsTheOneOfTheRFC() {
        let pkce = PKCE(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(pkce.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test func everyVerifierIsNewAndLongEnough() {
        let verifiers = (0..<100).map { _ in PKCE().verifier }
        #expect(Set(verifiers).count == verifiers.count)
        for verifier in verifiers {
            // RFC 7636 section 4.1: 43 to 128 unreserved characters.
            #expect(verifier.utf8.count == 43)
            #expect(verifier.utf8.allSatisfy { $0.isASCIIAlphanumeric || "-_".utf8.contains($0) })
        }
    }
}
