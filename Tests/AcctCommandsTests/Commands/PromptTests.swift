import Testing

@testable import AcctCommands

@Suite struct PromptTests {
    @Test(arguments: [
        ("{profile}{marks}", "work (x)"), ("[{profile}]", "[work]"), ("{username} {profile}", "{profile} work"),
        ("{other} {", "{other} {"), ("{{profile}}", "{work}"), ("", ""), ("plain", "plain"), ("{profile", "{profile"),
    ])
    func placeholdersAreReplacedOnce(format: String, text: String) {
        let values: [Substring: String] = ["profile": "work", "marks": " (x)", "username": "{profile}"]
        #expect(PromptInvocation(format: format).filled { values[$0] } == text)
    }
}
