import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

@Suite struct IDTokenTests {
    private func token(_ claims: String) -> Secret {
        Secret("e30.\(Data(claims.utf8).base64URL).signature")
    }

    @Test(arguments: [
        (#"{"sub":"s","aud":"one"}"#, ["one"]), (#"{"sub":"s","aud":["one","two"]}"#, ["one", "two"]),
        (#"{"sub":"s","aud":[]}"#, []),
    ])
    func audienceIsOneStringOrAnArray(claims: String, audience: [String]) throws {
        #expect(try IDToken(token(claims)).audience == audience)
    }

    @Test func decodesEveryClaim() throws {
        let claims = try IDToken(
            token(
                #"""
                {"sub":"s","aud":"a","iss":"i","oid":"o","tid":"t","nonce":"n","preferred_username":"p","upn":"u",
                "email":"e","name":"N","exp":1,"groups":[1,{}]}
                """#))
        #expect(claims.subject == "s")
        #expect(claims.issuer == "i")
        #expect(claims.objectID == "o")
        #expect(claims.tenantID == "t")
        #expect(claims.nonce == "n")
        #expect(claims.name == "N")
    }

    /// Issuers outside of Microsoft use the names for claims of their own.
    @Test func claimsOfAnotherTypeAreAbsent() throws {
        let claims = try IDToken(token(#"{"sub":"s","aud":"a","oid":7,"tid":{"n":1}}"#))
        #expect(claims.objectID == nil && claims.tenantID == nil)
    }

    @Test(
        arguments: [
            ("https://login.microsoftonline.com/\(Contoso.tenantID)/v2.0", Contoso.tenantID),
            ("https://sts.windows.net/\(Contoso.tenantID)/", Contoso.tenantID),
            ("https://contoso.b2clogin.com/tfp/\(Contoso.tenantID)/b2c_1_a/v2.0/", Contoso.tenantID),
            ("https://\(Contoso.tenantID).ciamlogin.com/v2.0", nil), ("https://login.example/common/v2.0", nil),
            ("", nil),
        ] as [(String, String?)])
    func issuerTenantIsTheFirstGUIDInThePath(issuer: String, tenantID: String?) throws {
        #expect(try IDToken(token(#"{"sub":"s","aud":"a","iss":"\#(issuer)"}"#)).issuerTenantID == tenantID)
    }

    @Test(arguments: [
        (#"{"sub":"s","aud":"a","preferred_username":"p","upn":"u","email":"e"}"#, "p"),
        (#"{"sub":"s","aud":"a","preferred_username":"","upn":"u","email":"e"}"#, "u"),
        (#"{"sub":"s","aud":"a","preferred_username":null,"email":"e"}"#, "e"), (#"{"sub":"s","aud":"a"}"#, "s"),
        (#"{"sub":"s","aud":"a","emails":["e","f"]}"#, "e"), (#"{"sub":"s","aud":"a","emails":[]}"#, "s"),
        (#"{"sub":"s","aud":"a","emails":"e"}"#, "s"), (#"{"sub":"s","aud":"a","emails":[7],"email":"e"}"#, "e"),
    ])
    func usernameIsTheFirstNonEmptyClaim(claims: String, username: String) throws {
        #expect(try IDToken(token(claims)).username == username)
    }

    @Test(arguments: [
        (#"["contoso.example"]"#, #"["a.example","b.example"]"#, ["contoso.example", "a.example", "b.example"]),
        (#""contoso.example""#, "null", ["contoso.example"]), ("5", "{}", []), ("null", "[]", []),
    ])
    func decodesVerifiedDomains(primary: String, secondary: String, domains: [String]) throws {
        let claims =
            #"{"sub":"s","aud":"a","verified_primary_domain":\#(primary),"verified_secondary_domain":\#(secondary)}"#
        #expect(try IDToken(token(claims)).verifiedDomains == domains)
    }

    @Test(arguments: [
        (#"{"sub":"s","aud":"a"}"#, "iss"), (#"{"sub":"s","aud":"a","iss":"i"}"#, "exp"),
        (#"{"sub":"s","aud":"a","iss":"i","exp":1,"iat":null}"#, "iat"),
        (#"{"sub":"s","aud":"a","iss":"i","exp":1,"iat":"text"}"#, nil),
    ])
    func namesTheFirstMissingClaim(claims: String, missing: String?) throws {
        #expect(try IDToken(token(claims)).missingClaim == missing)
    }

    @Test(arguments: [(#"{"aud":"a"}"#, "sub"), (#"{"sub":"","aud":"a"}"#, "sub"), (#"{"sub":"s"}"#, "aud")])
    func requiresSubjectAndAudience(claims: String, missing: String) {
        let error = failure { () throws(AuthError) in try IDToken(token(claims)) }
        guard case .identityMismatch(.missingClaim(missing)) = error else {
            Issue.record("\(claims): \(String(describing: error))")
            return
        }
    }

    /// An issuer may use these names for something else.
    @Test(arguments: ["preferred_username", "upn", "email", "emails", "name", "login_hint"], ["5", "{}", "[7]"])
    func descriptionOfAnotherTypeIsIgnored(claim: String, value: String) throws {
        let token = try IDToken(token(#"{"sub":"s","aud":"a","\#(claim)":\#(value)}"#))
        #expect(token.username == "s" && token.name == nil && token.loginHint == nil)
    }

    @Test(arguments: [
        #"{"sub":5,"aud":"a"}"#, #"{"sub":"s","aud":5}"#,
        #"{"sub":"s","aud":["a",5]}"#, #"{"sub":null,"aud":"a"}"#,
        #"{"sub":"s","aud":"a","azp":["a"]}"#, "[]", "null", "",
    ])
    func rejectsIncompleteClaims(claims: String) {
        expectUnreadable(token(claims))
    }

    @Test(arguments: ["", ".", "..", "a.b", "e30.e30", "e30.e30.x.y", "opaque", "EwB4A8l6BAAU", "e30.%%%.x"])
    func rejectsOtherText(text: String) {
        expectUnreadable(Secret(text))
    }

    @Test(arguments: SeededGenerator.seeds)
    func rejectsRandomBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            expectUnreadable(Secret("e30.\(Data(generator.bytes(upTo: 80)).base64URL).x"))
            expectUnreadable(Secret(generator.text(upTo: 80)))
        }
    }

    private func expectUnreadable(_ token: Secret, sourceLocation: SourceLocation = #_sourceLocation) {
        let error = failure { () throws(AuthError) in try IDToken(token) }
        guard case .identityMismatch(.unreadableIDToken) = error else {
            Issue.record("\(token.expose()): \(String(describing: error))", sourceLocation: sourceLocation)
            return
        }
    }
}
