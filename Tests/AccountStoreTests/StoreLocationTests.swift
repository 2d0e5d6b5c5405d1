import HTTPTransport
import Testing

@testable import AccountStore

@Suite struct StoreLocationTests {
    @Test(arguments: [
        (["ACCT_HOME": "/a", "XDG_DATA_HOME": "/x", "HOME": "/h"], "/a"),
        (["ACCT_HOME": "/a/b//"], "/a/b"),
        (["XDG_DATA_HOME": "/x", "HOME": "/h"], "/x/acct"),
        (["XDG_DATA_HOME": "/x/", "HOME": "/h"], "/x/acct"),
        (["XDG_DATA_HOME": "relative", "HOME": "/h"], "/h/.local/share/acct"),
        (["ACCT_HOME": "", "XDG_DATA_HOME": "", "HOME": "/h"], "/h/.local/share/acct"),
    ])
    func theLocationFollowsTheEnvironment(_ environment: [String: String], _ directory: String) throws {
        #expect(try StoreLocation(environment: Environment(environment)).directory == directory)
    }

    @Test(arguments: [
        ([:], StoreError.noHome),
        (["HOME": ""], .noHome),
        (["HOME": "relative", "XDG_DATA_HOME": "relative"], .noHome),
        (["ACCT_HOME": "relative", "HOME": "/h"], .relativeHome("relative")),
    ])
    func aMissingLocationIsAnError(_ environment: [String: String], _ error: StoreError) {
        #expect(throws: error) { try StoreLocation(environment: Environment(environment)) }
    }
}
