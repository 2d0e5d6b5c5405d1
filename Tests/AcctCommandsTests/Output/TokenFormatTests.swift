import AccountProfiles
import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AcctCommands
@testable import AuthCore

@Suite struct TokenFormatTests {
    private func printed(
        _ format: TokenFormat, token: String = "ey.J-_~+/=", type: String = "Bearer", info: String? = nil
    ) throws -> String {
        let profile = try SelectionScenario.profile("work")
        return try format.text(
            of: .sample(token, of: profile, type: type), as: profile,
            environment: Environment(info.map { ["KUBERNETES_EXEC_INFO": $0] } ?? [:]))
    }

    /// In a process of its own, as is every test that sets TZ: all threads of a process read it.
    @Test func azureCLIsFieldsAreSortedAndInLocalTime() async {
        await #expect(processExitsWith: .success) {
            setenv("TZ", "Asia/Tokyo", 1)
            let text = try TokenFormatTests().printed(.az)
            #expect(
                text == """
                    {
                      "accessToken": "ey.J-_~+/=",
                      "expiresOn": "2026-01-31 23:05:06.000000",
                      "expires_on": 1769868306,
                      "tenant": "\(try SelectionScenario.profile("work").tenantID)",
                      "tokenType": "Bearer"
                    }
                    """)
        }
    }

    @Test(arguments: [
        ("UTC", "2026-01-31 14:05:06"), ("America/New_York", "2026-01-31 09:05:06"), ("XYZ-14", "2026-02-01 04:05:06"),
    ])
    func localTimeIsThatOfTZ(zone: String, time: String) async {
        await #expect(processExitsWith: .success) { [zone, time] in
            setenv("TZ", zone, 1)
            let text = try TokenFormatTests().printed(.az)
            #expect(text.contains("\"expiresOn\": \"\(time).000000\""))
        }
    }

    @Test(
        arguments: [
            (nil, "v1"), ("", "v1"),
            (#"{"apiVersion":"client.authentication.k8s.io/v1","kind":"ExecCredential"}"#, "v1"),
            (
                #"{"kind":"ExecCredential","apiVersion":"client.authentication.k8s.io/v1beta1","spec":{"interactive":true}}"#,
                "v1beta1"
            ),
        ] as [(String?, String)])
    func kubernetesGetsTheVersionThatItRequests(info: String?, version: String) throws {
        let json = #"""
            {"apiVersion":"client.authentication.k8s.io/\#(version)","kind":"ExecCredential",\#
            "status":{"expirationTimestamp":"2026-01-31T14:05:06Z","token":"ey.J-_~+/="}}
            """#
        #expect(try printed(.execCredential, info: info) == json)
    }

    @Test(arguments: [
        ("{}", "is not an ExecCredential"), ("[", "is not an ExecCredential"), ("null", "is not an ExecCredential"),
        (#"{"apiVersion":"v1","kind":"Pod"}"#, "is not an ExecCredential"),
        (#"{"apiVersion":1,"kind":"ExecCredential"}"#, "is not an ExecCredential"),
        (#"{"apiVersion":"client.authentication.k8s.io/v1alpha1","kind":"ExecCredential"}"#, "v1alpha1"),
        (#"{"apiVersion":"v1","kind":"ExecCredential"}"#, "\"v1\""),
    ])
    func otherVersionForKubernetesIsRefused(info: String, words: String) {
        let failure = #expect(throws: Failure.self) { try printed(.execCredential, info: info) }
        #expect(failure?.kind == .usage && failure?.message.contains(words) == true && failure?.command != nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomExecInfoIsAnsweredOrRefused(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let info = generator.text(upTo: 40)
            do {
                _ = try printed(.execCredential, info: info)
                #expect(info.isEmpty)
            } catch {
                #expect(error is Failure)
            }
        }
    }

    @Test func headerHasTheTokenTypeOfTheServer() throws {
        #expect(try printed(.header, token: "t", type: "bearer") == "Authorization: bearer t")
    }

    @Test func environmentIsQuotedForAShell() async throws {
        #expect(
            try printed(.env) == """
                export ACCESS_TOKEN='ey.J-_~+/='
                export ACCESS_TOKEN_EXPIRES_ON='1769868306'
                """)
        for token in ["a'b", "$(id)", "`id`", "a b\\", "'\"'"] {
            let script = try printed(.env, token: token) + "\nprintf '%s %s' \"$ACCESS_TOKEN\" $ACCESS_TOKEN_EXPIRES_ON"
            #expect(try shell(script) == "\(token) \(AuthenticationResult.sampleExpiry)")
        }
    }

    @Test func jsonHasTheFieldsOfTheOption() throws {
        let fields = try JSONSerialization.jsonObject(with: Data(try printed(.json).utf8)) as? [String: Any]
        #expect(
            fields?["expiresOn"] as? Int == AuthenticationResult.sampleExpiry && fields?["profile"] as? String == "work"
        )
    }

    private func shell(_ script: String) throws -> String {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: "/bin/sh")
        process.arguments = ["-c", script]
        process.standardOutput = output
        try process.run()
        let text = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: text, as: UTF8.self)
    }
}

@Suite struct CalendarTimeTests {
    @Test(arguments: [
        (0, "1970-01-01T00:00:00Z"), (951_782_400, "2000-02-29T00:00:00Z"), (253_402_300_799, "9999-12-31T23:59:59Z"),
        (-1, "1969-12-31T23:59:59Z"), (-62_135_596_800, "0001-01-01T00:00:00Z"),
    ])
    func timeIsInUTC(seconds: Int, text: String) {
        #expect(CalendarTime(utc: seconds).rfc3339 == text)
    }
}
