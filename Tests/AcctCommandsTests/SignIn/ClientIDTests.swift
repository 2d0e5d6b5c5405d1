import AccountProfiles
import AccountStore
import ArgumentParser
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct ClientIDTests {
    private let home = TemporaryHome()

    private func resolve(
        _ flag: String?, variable: String? = nil, remembered: String? = nil, for kind: Authority.Kind = .oidc
    ) throws -> String {
        let services = home.services(variable.map { ["ACCT_CLIENT_ID": $0] } ?? [:])
        if let remembered { try services.profiles.setDefaultClientID(remembered) }
        return try ClientID.resolve(flag, for: kind, retryCommand: "acct add work", services).text
    }

    @Test(arguments: [
        ("flag" as String?, "variable" as String?, "kept" as String?, "flag"), (nil, "variable", "kept", "variable"),
        (nil, "", "kept", "kept"), (nil, nil, "kept", "kept"), (" a-b ", nil, nil, "a-b"), (nil, "a\n", nil, "a"),
    ])
    func flagPrecedesVariableAndStoredClientID(flag: String?, variable: String?, remembered: String?, expected: String)
        throws
    {
        #expect(try resolve(flag, variable: variable, remembered: remembered) == expected)
    }

    @Test(arguments: ["", "  ", "ü", "a\u{1B}b", String(repeating: "a", count: 257)])
    func invalidClientIDIsUsage(flag: String) {
        #expect {
            try resolve(flag)
        } throws: { Failure($0).kind == .usage }
    }

    @Test(arguments: [
        (Authority.Kind.entra, false), (.ciam, false), (.b2c, false), (.adfs, true), (.oidc, true),
    ])
    func onlyOtherIssuersHaveClientIDsThatAreNoGUIDs(kind: Authority.Kind, isAccepted: Bool) throws {
        let isRefused = (try? resolve("my-app", for: kind)) == nil
        #expect(isRefused != isAccepted)
        let guid = "00000000-0000-4000-8000-00000000000A"
        #expect(try resolve(guid, for: kind) == guid)
    }

    @Test func missingClientIDWithoutATerminalIsUsage() {
        #expect {
            try resolve(nil)
        } throws: {
            let failure = Failure($0)
            return failure.kind == .usage && failure.message.contains("ACCT_CLIENT_ID")
                && failure.command == "acct add work --client-id ID"
        }
    }

    /// A client id from --client-id applies to that sign-in only.
    @Test func flagIsNotStored() throws {
        _ = try resolve("once")
        #expect(try home.services().profiles.defaultClientID() == nil)
    }
}
