import Foundation
import Testing

@testable import AcctCommands

@Suite struct CredentialHelperFailuresTests {
    private func failure(_ error: RegistryError) throws -> Failure {
        let registry = try #require(ContainerRegistry(Data("contoso.azurecr.io".utf8)))
        return Failure(error, of: registry, as: try SelectionScenario.profile("work"))
    }

    @Test func refusalOfARegistryNamesTheProfileAndTheReason() throws {
        let refused = try failure(.refused("authentication required.\nPlease"))
        #expect(refused.kind == .failed && refused.profile == "work")
        #expect(refused.message.hasPrefix("contoso.azurecr.io refused work ("))
        #expect(refused.remarks.map(\.text) == ["The registry said: authentication required."])
        #expect(refused.command == "acct rule add 'https://contoso.azurecr.io/*' NAME")
        #expect(try failure(.refused(nil)).remarks == [])
    }

    @Test func otherFailuresOfARegistryHaveAKindAndASentence() throws {
        #expect(try failure(.unavailable(status: 503)).kind == .network)
        #expect(try failure(.unavailable(status: 503)).message.contains("status 503"))
        #expect(
            try failure(.malformedResponse).command == "echo contoso.azurecr.io | acct docker-credential get --verbose")
    }
}
