import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AuthCore

@Suite struct ClientInfoTests {
    /// Lines of base64url are cut to fit; they are joined again before they are read.
    @Test(arguments: [
        ("eyJ1aWQiOiJ1aWQiLCJ1dGlkIjoidXRpZCJ9", "uid.utid"),
        ("eyJ1aWQiOiJ1aWQiLCJ1dGlkIjoidXRpZCJ9===", "uid.utid"),
        (
            "eyJ1aWQiOiI5ZjQ4ODBkOC04MGJhLTRjNDAtOTdiYy1mN2EyM2M3MDMwODQiLCJ1dGlkIjoiZjY0NWFkOTItZTM4ZC00ZDFhLWI1MTAtZ"
                + "DFiMDlhNzRhOGNhIn0",
            "9f4880d8-80ba-4c40-97bc-f7a23c703084.f645ad92-e38d-4d1a-b510-d1b09a74a8ca"
        ),
        (
            "eyJ2ZXIiOiIxLjAiLCJzdWIiOiJBQUFBQUFBQUFBQUFBQUFBQUFBQUFNTmVBRnBTTGdsSGlPVHI5SVpISkVBIiwibmFtZSI6Ik9sZ2EgR"
                + "GFsdG9tIiwicHJlZmVycmVkX3VzZXJuYW1lIjoibXNhbHNka3Rlc3RAb3V0bG9vay5jb20iLCJvaWQiOiIwMDAwMDAwMC0wMDAwLTA"
                + "wMDAtNDBjMC0zYmFjMTg4ZDAxZDEiLCJ0aWQiOiI5MTg4MDQwZC02YzY3LTRjNWItYjExMi0zNmEzMDRiNjZkYWQiLCJob21lX29pZ"
                + "CI6IjAwMDAwMDAwLTAwMDAtMDAwMC00MGMwLTNiYWMxODhkMDFkMSIsInVpZCI6IjAwMDAwMDAwLTAwMDAtMDAwMC00MGMwLTNiYWM"
                + "xODhkMDFkMSIsInV0aWQiOiI5MTg4MDQwZC02YzY3LTRjNWItYjExMi0zNmEzMDRiNjZkYWQifQ",
            "00000000-0000-0000-40c0-3bac188d01d1.9188040d-6c67-4c5b-b112-36a304b66dad"
        ),
        (
            "eyJ1aWQiOiJhZDAyMGY4ZS1iMWJhLTQ0YjItYmQ2OS1jMjJiZTg2NzM3ZjUtYjJjXzFfc2lnbmluIiwidXRpZCI6ImJhNmMwZDk0LWE4Z"
                + "GEtNDViMi04M2FlLTMzODcxZjljMmRkOCJ9",
            "ad020f8e-b1ba-44b2-bd69-c22be86737f5-b2c_1_signin.ba6c0d94-a8da-45b2-83ae-33871f9c2dd8"
        ),
    ])
    func readsTheHomeAccountID(text: String, homeAccountID: String) {
        #expect(ClientInfo(base64URL: text)?.homeAccountID == homeAccountID)
    }

    @Test(arguments: [
        (#"{"uid":"u","utid":"t"}"#, "u.t"), (#"{"uid":"u"}"#, "u.u"), (#"{"uid":"u","utid":""}"#, "u.u"),
        (#"{"uid":"u","utid":null,"more":[1]}"#, "u.u"), (#"{"utid":"t"}"#, nil), (#"{"uid":"","utid":"t"}"#, nil),
        ("{}", nil),
    ])
    func acceptsMissingMembers(json: String, homeAccountID: String?) throws {
        let info = try #require(ClientInfo(base64URL: Data(json.utf8).base64URL))
        #expect(info.homeAccountID == homeAccountID)
    }

    @Test(arguments: [
        "", "=", "%%%", "a", "e30.e30", "bnVsbA", "W10", #"{"uid":"u"}"#, "eyJ1aWQiOjV9", "eyJ1aWQi", "ü",
    ])
    func rejectsOtherText(text: String) {
        #expect(ClientInfo(base64URL: text) == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func acceptsNoRandomBytes(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            #expect(ClientInfo(base64URL: Data(generator.bytes(upTo: 60)).base64URL)?.uid == nil)
            #expect(ClientInfo(base64URL: generator.text(upTo: 60))?.uid == nil)
        }
    }
}
