import AuthCore
import Testing

@testable import AcctCommands

@Suite struct ScopeValuesTests {
    @Test(arguments: [
        ([], []),
        (["Mail.Read"], ["Mail.Read"]),
        (["Mail.Read", "User.Read"], ["Mail.Read", "User.Read"]),
        (["Mail.Read User.Read"], ["Mail.Read", "User.Read"]),
        (["Mail.Read,User.Read"], ["Mail.Read", "User.Read"]),
        (["Mail.Read, User.Read", "mail.read"], ["Mail.Read", "User.Read"]),
        ([",", " , "], []),
        (["api://a-b/x.y,https://h.example/.default"], ["api://a-b/x.y", "https://h.example/.default"]),
    ])
    func scopesAreSeparatedBySpacesOrCommas(_ values: [String], _ names: [String]) {
        #expect(Scopes(typed: values).names == names)
    }
}
