import AccountProfiles
import AuthCore
import Testing

@testable import AcctCommands

@Suite struct SignInFailuresTests {
    /// The username is the same, so that to choose another account on the page is no help.
    @Test func recreatedAccountCanHaveTheNameOfTheProfile() throws {
        let profile = try Profile.work()
        let error = AuthError.wrongAccount(expected: "a.b", received: "Alice@Contoso.example")
        let failure = try #require(Failure(recreatedAccountOf: profile, in: error))
        #expect(failure.kind == .failed && failure.message.contains("another account of the same name"))
        #expect(
            failure.command?.text
                == "acct remove work && acct add work --client-id c --authority https://login.example/b "
                + "--graph https://graph.example --username alice@contoso.example --scope User.Read")
        #expect(Failure(recreatedAccountOf: profile, in: AuthError.wrongAccount(expected: "a", received: "bob")) == nil)
    }

    @Test(arguments: [
        (Cloud.global, "--client-id c --tenant b"), (.dod, "--client-id c --cloud dod --tenant b"),
    ])
    func cloudIsNamedUnlessItIsTheGlobalOne(cloud: Cloud, words: String) throws {
        var profile = try Profile.work(graph: cloud.graph)
        profile.authority = try Authority(cloud: cloud, tenant: "b")
        let error = AuthError.wrongAccount(expected: "a.b", received: profile.username)
        let command = try #require(Failure(recreatedAccountOf: profile, in: error)?.command)
        #expect(command.text.contains("acct add work \(words) --username"), "\(command)")
    }

    @Test(arguments: [
        (Failure.secretPromptForbidden(by: .option), "--no-input forbids"),
        (.secretPromptForbidden(by: .variable), "ACCT_NO_INPUT forbids"),
        (.secretPromptUnseen, "stderr is not a terminal"), (.noSecret, "No secret on stdin"),
    ])
    func missingSecretSaysWhyItWasNotAskedFor(failure: Failure, words: String) {
        #expect(failure.kind == .usage && failure.message.hasPrefix(words), "\(failure)")
        #expect(failure.message.contains("stdin"))
    }
}
