import Foundation
import HTTPTransport
import Testing

@testable import AcctCommands

@Suite struct TokenServerSettingsTests {
    private let secret = Secret("s3cr3t")

    @Test func serverReadsWhatItsStartWrites() throws {
        let settings = TokenServerSettings(
            identity: try #require(ExecIdentity(["ACCT_EXEC": "work", "ACCT_EXEC_ACCOUNT": "a e t"])), port: 8400,
            secret: secret, process: 1, hasProcessFile: true, isVerbose: false)
        let written = try JSONEncoder().encode(settings)
        #expect(try JSONDecoder().decode(TokenServerSettings.self, from: written) == settings)
        #expect(!"\(settings)".contains("s3cr3t"))
    }

    @Test func addressShowsNoSecret() {
        #expect(!"\(TokenServerAddress(url: "http://127.0.0.1:1/msi/token", secret: secret))".contains("s3cr3t"))
    }
}
