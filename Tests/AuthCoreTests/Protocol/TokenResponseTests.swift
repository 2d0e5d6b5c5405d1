import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

@Suite struct TokenResponseTests {
    private func decode(_ json: String) -> TokenResponse? {
        try? JSONDecoder().decode(TokenResponse.self, from: Data(json.utf8))
    }

    @Test(arguments: [
        ("3600", 3600), (#""3600""#, 3600), ("3600.9", 3600), (#""3600.5""#, 3600), ("0", 0), ("3.6e3", 3600),
        (#""1e999""#, nil), (#""nan""#, nil), (#""inf""#, nil), ("315360000", 315_360_000), ("null", nil),
        (#""""#, nil),
        (#""soon""#, nil), ("true", nil), ("[]", nil), ("{}", nil),
    ])
    func readsSecondsFromNumbersAndText(literal: String, seconds: Int?) throws {
        let response = try #require(
            decode(#"{"access_token":"a","expires_in":\#(literal),"refresh_in":\#(literal)}"#), "\(literal)")
        #expect(response.expiresIn == seconds)
        #expect(response.refreshIn == seconds)
    }

    /// A token that was over before it arrived is over. One that lasts for centuries lasts for ten years.
    @Test(arguments: [
        ("-1", 0), (#""-1""#, 0), ("-1e300", 0), ("1e300", 315_360_000), ("99999999999999999999", 315_360_000),
        (#""315360001""#, 315_360_000),
    ])
    func absurdLifetimeIsBroughtIntoRange(literal: String, seconds: Int) throws {
        let response = try #require(
            decode(#"{"access_token":"a","expires_in":\#(literal),"refresh_in":\#(literal)}"#))
        #expect(response.expiresIn == seconds)
        #expect(response.refreshIn == nil)
    }

    /// Azure AD B2C and AD FS have one name for it, Keycloak another; there 0 is a token that does not expire.
    @Test(arguments: [
        (#""refresh_token_expires_in":1209600"#, 1_209_600), (#""refresh_token_expires_in":"28799""#, 28_799),
        (#""refresh_expires_in":1800"#, 1800), (#""refresh_expires_in":0"#, nil), (#""refresh_expires_in":-1"#, nil),
        (#""refresh_token_expires_in":1e300"#, nil), (#""refresh_token_expires_in":"soon""#, nil),
        (#""refresh_token_expires_in":60,"refresh_expires_in":90"#, 60), (#""expires_in":3600"#, nil),
    ])
    func readsTheLifetimeOfARefreshToken(members: String, seconds: Int?) throws {
        let response = try #require(decode(#"{"access_token":"a","refresh_token":"r",\#(members)}"#))
        #expect(response.refreshTokenExpiresIn == seconds)
    }

    @Test func decodesEveryMember() throws {
        let response = try #require(decode(try Contoso.tokens(["refresh_in": 1800, "foci": "1", "ext_expires_in": 1])))
        #expect(response.accessToken == Secret("AT-new"))
        #expect(response.refreshToken == Secret("RT-new"))
        #expect(response.tokenType == "Bearer")
        #expect(response.scope == "User.Read")
        #expect(response.familyID == "1")
        #expect(response.clientInfo == (try Contoso.clientInfo()))
        #expect(response.idToken != nil)
    }

    @Test func nullCountsAsAbsent() throws {
        let response = try #require(
            decode(
                #"""
                {"access_token":"a","token_type":null,"scope":null,"expires_in":null,"refresh_token":null,"id_token":null,
                "client_info":null,"foci":null}
                """#))
        #expect(response.refreshToken == nil)
        #expect(response.idToken == nil)
        #expect(response.scope == nil)
        #expect(response.tokenType == nil)
    }

    /// A server that has nothing to give sometimes sends nothing in quotes; it must not take the place of a token.
    @Test func emptyTokenCountsAsAbsent() throws {
        let response = try #require(decode(#"{"access_token":"a","refresh_token":"","id_token":""}"#))
        #expect(response.refreshToken == nil)
        #expect(response.idToken == nil)
        #expect(decode(#"{"access_token":"","refresh_token":"r"}"#)?.accessToken == nil)
    }

    /// The refresh token of the request may be spent, so that nothing else of the response may be lost.
    @Test(arguments: ["null", "5", "[]", "{}", "true", #""a\nb""#, "\"\""])
    func unusableTokenBesideTheAccessTokenCountsAsAbsent(literal: String) throws {
        let first = try #require(decode(#"{"access_token":"a","refresh_token":\#(literal),"id_token":"i"}"#))
        #expect(first.refreshToken == nil && first.idToken == Secret("i"))
        let second = try #require(decode(#"{"access_token":"a","refresh_token":"r","id_token":\#(literal)}"#))
        #expect(second.refreshToken == Secret("r") && second.idToken == nil)
    }

    @Test(arguments: [
        (#""access_token":"a""#, "a", false), (#""access_token":"a","token_type":5"#, "a", true),
        (#""access_token":5"#, nil, true), (#""access_token":"a\nb""#, nil, true), (#""access_token":null"#, nil, true),
        (#""access_token":[],"id_token":"i""#, nil, true), (#""id_token":"i""#, nil, false),
    ])
    func unusableAccessTokenLosesNoRefreshToken(members: String, accessToken: String?, isMalformed: Bool) throws {
        let response = try #require(decode(#"{"refresh_token":"r",\#(members)}"#))
        #expect(response.refreshToken == Secret("r"))
        #expect(response.accessToken == accessToken.map { Secret($0) })
        #expect(response.isAccessTokenMalformed == isMalformed)
    }

    /// Twitch sends an array.
    @Test(
        arguments: [
            (#""a b""#, "a b"), (#"["a","b"]"#, "a b"), (#"["a"]"#, "a"), ("[]", nil), (#"[""]"#, nil),
            ("\"\"", nil), ("null", nil), ("5", nil), ("[5]", nil), ("{}", nil), ("true", nil),
        ] as [(String, String?)])
    func scopesAreTextOrAnArray(literal: String, scope: String?) throws {
        #expect(try #require(decode(#"{"access_token":"a","scope":\#(literal)}"#)).scope == scope)
    }

    @Test func ignoresFamilyAndClientInfoOfAnotherType() throws {
        let response = try #require(decode(#"{"access_token":"a","client_info":{},"foci":1}"#))
        #expect(response.clientInfo == nil)
        #expect(response.familyID == nil)
    }

    @Test func idTokenAloneIsAccepted() throws {
        #expect(decode(#"{"id_token":"i"}"#)?.accessToken == nil)
        #expect(decode(#"{"id_token":"i"}"#)?.idToken == Secret("i"))
    }

    @Test(arguments: [
        "", "{}", "[]", "null", "<html>", #"{"token_type":"Bearer"}"#, #"{"refresh_token":""}"#,
        #"{"access_token":null}"#, #"{"access_token":5}"#, #"{"access_token":"a\nb"}"#,
        #"{"error":"invalid_grant"}"#,
    ])
    func rejectsAResponseWithoutTokens(json: String) {
        #expect(decode(json) == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func printsNoSecrets(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let secret = "s3cr3t-\(generator.next())"
        let response = try #require(
            decode(#"{"access_token":"\#(secret)","refresh_token":"\#(secret)","id_token":"\#(secret)"}"#))
        var dumped = "\(response)"
        dump(response, to: &dumped)
        #expect(!dumped.contains(secret))
    }
}
