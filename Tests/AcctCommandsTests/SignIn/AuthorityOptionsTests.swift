import ArgumentParser
import AuthCore
import Foundation
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
        #expect(try AuthorityOptions.parse(arguments).authority(at: .now).url == url)
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
            try options.authority(at: .now)
        } throws: { Failure($0).kind == .usage }
    }

    private static let issuer = ["--issuer", "https://id.example"]

    @Test(arguments: [
        (
            issuer + ["--resource", "urn:a", "--resource", "urn:b"],
            "https://id.example?resource=urn%3Aa&resource=urn%3Ab"
        ),
        (issuer + ["--audience", "api", "--parameter", "x=a=b"], "https://id.example?audience=api&x=a%3Db"),
        (["--tenant", "contoso.com", "--parameter", "dc=x"], "https://login.microsoftonline.com/contoso.com?dc=x"),
    ])
    func parametersBelongToTheAuthority(arguments: [String], stored: String) throws {
        let options = try AuthorityOptions.parse(arguments)
        #expect(try options.authority(at: .now).urlWithParameters == stored)
        #expect(try AuthorityOptions.parse(options.words).authority(at: .now).urlWithParameters == stored)
    }

    @Test(arguments: [["--resource", "urn:a"], ["--audience", "api"], ["--parameter", "resource=urn:a"]])
    func resourceOfThePlatformIsNamedByAScope(arguments: [String]) throws {
        let options = try AuthorityOptions.parse(["--tenant", "contoso.com"] + arguments)
        #expect {
            try options.authority(at: .now)
        } throws: {
            let failure = Failure($0)
            return failure.kind == .usage && failure.message.contains("give --scope URI/.default")
        }
    }
}
