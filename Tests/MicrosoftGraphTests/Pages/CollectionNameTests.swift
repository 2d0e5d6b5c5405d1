import MicrosoftGraph
import Testing

/// The collection that a link belongs to.
@Suite struct CollectionNameTests {
    @Test(arguments: [
        ("/users", "https://graph.microsoft.com/v1.0/users?$skiptoken=a"), ("/beta/Users", "https://g/v1.0/users?a"),
        ("/me/messages", "https://g/v1.0/users('1')/messages?$skip=10"), ("/me/messages", "https://g/v1.0/me/messages"),
        ("/me/mailFolders/inbox/messages", "https://g/v1.0/me/mailFolders('inbox')/messages"),
        ("/me/chats/1/messages", "https://g/v1.0/chats/1/messages"), ("/users/delta", "https://g/v1.0/users/delta()?a"),
        ("/users", "https://g/v1.0/users/delta?$deltatoken=a"),
        ("/users/delta", "https://g/v1.0/users/microsoft.graph.delta()"),
        ("/groups/1/members", "https://g/v1.0/groups/1/members/$/microsoft.graph.user"),
        ("/me/drive/root/children", "https://g/v1.0/drives/b!x/root/children"),
        ("/me/drive/root:/A b:/children", "https://g/v1.0/drives('x')/items('y')/children"),
        ("/me/drive/root/delta", "https://g/v1.0/drives('x')/items('y')/delta(token='z')"),
        ("/me/drive/root/search(q='a')", "https://g/v1.0/me/drive/root/search(q='a')?b"),
        ("/users/a@b.c/messages", "https://g/v1.0/users/7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01/messages"),
        ("/security/alerts_v2", "https://g/v1.0/security/alerts_v2?x"),
        ("/users/7c6e2b14-3f0a", "https://g/v1.0/groups"),
    ])
    func linkOfTheSameCollectionContinuesIt(path: String, link: String) {
        #expect(ResourcePath(link).mayContinue(ResourcePath(path)))
    }

    @Test(arguments: [
        ("/users", "https://g/v1.0/groups?$skiptoken=a"), ("/me/messages", "https://g/v1.0/me/events"),
        ("/users", "https://g/v1.0/groups/delta?$deltatoken=a"),
        ("/users/1/messages", "https://g/v1.0/users('1')/events"),
        (
            "/groups/7c6e2b14-3f0a-4d5c-9b8e-c0470500ac01/members",
            "https://g/v1.0/groups/7c6e2b14-3f0a-4d5c-9b8e-c0470500ac02/members"
        ),
    ])
    func linkOfAnotherCollectionDoesNot(path: String, link: String) {
        #expect(!ResourcePath(link).mayContinue(ResourcePath(path)))
    }
}
