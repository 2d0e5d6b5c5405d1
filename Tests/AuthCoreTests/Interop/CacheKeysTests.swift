import Testing

@testable import AuthCore

/// The keys that MSAL for Python 1.39.0 made of the same parts.
@Suite struct CacheKeysTests {
    @Test func joinsPartsWithDashes() {
        let keys = CacheKeys(
            homeAccountID: "uid.utid", environment: "login.example.com", clientID: "my_client_id", realm: "contoso")
        let account = "uid.utid-login.example.com"
        #expect(keys.accessToken(target: "s1 s2 s3") == "\(account)-accesstoken-my_client_id-contoso-s1 s2 s3")
        #expect(keys.refreshToken(target: "s1 s2 s3") == "\(account)-refreshtoken-my_client_id--s1 s2 s3")
        #expect(keys.idToken == "\(account)-idtoken-my_client_id-contoso-")
        #expect(keys.account == "\(account)-contoso")
        #expect(keys.appMetadata == "appmetadata-login.example.com-my_client_id")
    }

    @Test func lowersAllKeysExceptAppMetadata() {
        let keys = CacheKeys(
            homeAccountID: "UID-A.UTID-B", environment: "login.microsoftonline.com", clientID: "My_Client_ID",
            realm: "F645AD92-e38d-4d1a-b510-d1b09a74a8ca")
        #expect(
            keys.accessToken(target: "User.Read openid")
                == "uid-a.utid-b-login.microsoftonline.com-accesstoken-my_client_id-f645ad92-e38d-4d1a-b510-d1b09a74a8ca-user.read openid"
        )
        #expect(keys.appMetadata == "appmetadata-login.microsoftonline.com-My_Client_ID")
    }

    /// .NET and Java file a refresh token without its scopes, and so does the export.
    @Test func refreshTokenKeyNeedsNoScopes() {
        let tenant = "f645ad92-e38d-4d1a-b510-d1b09a74a8ca"
        let keys = CacheKeys(
            homeAccountID: "9f4880d8-80ba-4c40-97bc-f7a23c703084.\(tenant)", environment: "login.microsoftonline.com",
            clientID: "b6c69a37-df96-4db0-9088-2ab96e1d8215", realm: tenant)
        #expect(
            keys.refreshToken(target: "").hasSuffix(
                "-login.microsoftonline.com-refreshtoken-b6c69a37-df96-4db0-9088-2ab96e1d8215--"))
    }
}
