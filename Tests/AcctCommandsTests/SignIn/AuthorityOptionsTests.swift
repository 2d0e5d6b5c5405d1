import ArgumentParser
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct AuthorityOptionsTests {
    @Test(arguments: [
        ([], "https://login.microsoftonline.com/common"),
        (["--tenant", "Contoso.com"], "https://login.microsoftonline.com/contoso.com"),
        (["--cloud", "usgov"], "https://login.microsoftonline.us/common"),
        (["--cloud", "china", "--tenant", "a.cn"], "https://login.partner.microsoftonline.cn/a.cn"),
        (["--authority", "https://login.example.com/x"], "https://login.example.com/x"),
        (["--authority", "https://login.example.com", "--tenant", "y"], "https://login.example.com/y"),
        (["--authority", "http://localhost:5000/common"], "http://localhost:5000/common"),
        (["--issuer", "https://idp.example/Realm"], "https://idp.example/Realm"),
    ])
    func optionsSelectTheAuthority(arguments: [String], url: String) throws {
        #expect(try AuthorityOptions.parse(arguments).authority().url == url)
    }

    @Test(arguments: [
        ["--cloud", "usgov", "--authority", "https://x"], ["--cloud", "usgov", "--issuer", "https://x"],
        ["--authority", "https://x", "--issuer", "https://y"], ["--issuer", "https://x", "--tenant", "t"],
        ["--cloud", "mars"], ["--tenant"],
    ])
    func contradictoryOptionsAreUsage(arguments: [String]) {
        #expect {
            try AuthorityOptions.parse(arguments)
        } throws: { AuthorityOptions.exitCode(for: $0).rawValue == 64 }
    }

    @Test(arguments: [["--tenant", "a/b"], ["--authority", "http://login.example.com"], ["--issuer", "idp.example"]])
    func invalidAuthorityIsUsage(arguments: [String]) throws {
        let options = try AuthorityOptions.parse(arguments)
        #expect {
            try options.authority()
        } throws: { Failure($0).kind == .usage }
    }
}
