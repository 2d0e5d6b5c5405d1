import Testing

@testable import MicrosoftGraph

@Suite struct PathToVerifyTests {
    @Test(arguments: [
        ("POST", "/me/sendMail", "/me/mailFolders/sentitems/messages"),
        ("POST", "/v1.0/me/messages/1/forward", "/v1.0/me/mailFolders/sentitems/messages"),
        ("POST", "/users/a@b.com/messages/1/reply", "/users/a@b.com/mailFolders/sentitems/messages"),
        ("POST", "/me/events", "/me/events"), ("POST", "/beta/me/events", "/beta/me/events"),
        ("PATCH", "/me/events/1?$select=id", "/me/events/1"), ("POST", "/me/messages/1/move", "/me/messages/1"),
        ("POST", "/unknown/thing", nil),
    ])
    func resourceOfALostRequestCanBeRead(method: String, path: String, expected: String?) {
        #expect(GraphRequest(method: method, path: path).pathToVerify == expected)
    }
}
