import Foundation

extension Glewlwyd {
    /// Creates scopes, the OpenID Connect plugin, two users and the clients.
    func populate() async throws {
        let admin = try await Session(base, user: "admin")
        for scope in ["profile", "offline_access"] {
            try await admin.send(
                "POST", "/api/scope/",
                #"{"name":"\#(scope)","display_name":"\#(scope)","password_required":true,"scheme":{}}"#)
        }
        try await admin.send("POST", "/api/mod/plugin/", Self.plugin("oidc", issuer: issuer))
        try await admin.send("POST", "/api/mod/plugin/", Self.plugin("par", issuer: pushedIssuer, isPushed: true))
        for name in ["alice", "bob"] {
            try await admin.send(
                "POST", "/api/user/",
                """
                {"username":"\(name)","name":"\(name) of Glewlwyd","email":"\(name)@glewlwyd.example",
                "password":"password","enabled":true,"scope":["g_profile","openid","profile","offline_access"]}
                """)
        }
        try await admin.send("POST", "/api/client/", Self.client([]))
        try await admin.send("POST", "/api/client/", Self.application)
        try await admin.send("POST", "/api/client/", Self.client([], isConfidential: true))
    }

    /// The client that people sign in through, with PKCE.
    ///
    /// - Parameter isConfidential: whether it has to authenticate with ``applicationSecret``.
    static func client(_ redirectURIs: [String], isConfidential: Bool = false) -> String {
        let list = redirectURIs.map { "\"\($0)\"" }.joined(separator: ",")
        let (id, password, method) =
            isConfidential
            ? (confidentialClientID, #""password":"\#(applicationSecret)","#, "client_secret_basic")
            : ("acct-cli", "", "none")
        return """
            {"client_id":"\(id)","name":"acct","confidential":\(isConfidential),"enabled":true,\(password)
            "redirect_uri":[\(list)],"authorization_type":["code","refresh_token","device_authorization"],
            "token_endpoint_auth_method":["\(method)"]}
            """
    }

    static let confidentialClientID = "acct-web"

    /// The confidential client, for the client credentials grant.
    static let applicationID = "acct-conf"
    static let applicationSecret = "s3cret-of-the-app"
    private static let application = application(methods: #"["client_secret_post","client_secret_basic"]"#)

    /// - Parameters:
    ///   - methods: a JSON array.
    ///   - publicKey: in PEM, for assertions.
    static func application(methods: String, publicKey: String = "") -> String {
        """
        {"client_id":"\(applicationID)","name":"a service","confidential":true,"enabled":true,"redirect_uri":[],
        "password":"\(applicationSecret)","authorization_type":["client_credentials"],"scope":["profile"],
        "token_endpoint_auth_method":\(methods),"pubkey":"\(publicKey.replacing("\n", with: "\\n"))"}
        """
    }

    /// The resource that tokens with the scope `profile` can be for.
    static let resource = "https://api.example"

    /// Refresh tokens work once. Reuse of one ends the chain.
    ///
    /// - Parameter isPushed: whether authorization requests have to be pushed (RFC 9126).
    private static func plugin(_ name: String, issuer: String, isPushed: Bool = false) -> String {
        """
        {"module":"oidc","name":"\(name)","display_name":"OpenID Connect","enabled":true,"parameters":{
        "request-parameter-allow":true,"client-pubkey-parameter":"pubkey","oauth-par-allowed":true,
        "oauth-par-required":\(isPushed),"oauth-par-request_uri-prefix":"urn:par:","oauth-par-duration":90,
        "resource-allowed":true,"resource-scope":{"profile":["\(resource)"]},"resource-change-allowed":false,
        "iss":"\(issuer)","jwt-type":"sha","jwt-key-size":"256","key":"for-these-tests-alone-and-nothing-else",
        "code-duration":600,"access-token-duration":3600,"refresh-token-duration":86400,
        "refresh-token-rolling":true,"refresh-token-one-use":"always",
        "allow-non-oidc":true,"auth-type-code-enabled":true,"auth-type-token-enabled":false,
        "auth-type-implicit-enabled":false,"auth-type-password-enabled":false,"auth-type-client-enabled":true,
        "auth-type-device-enabled":true,"auth-type-refresh-enabled":true,"auth-type-code-revoke-replayed":true,
        "device-authorization-expiration":600,"device-authorization-interval":1,
        "introspection-revocation-allowed":true,"introspection-revocation-allow-target-client":true,
        "introspection-revocation-auth-scope":["openid"],
        "pkce-allowed":true,"pkce-required":true,"pkce-required-public-client":true,"pkce-method-plain-allowed":false,
        "subject-type":"public","allowed-scope":["openid","profile","offline_access"],
        "name-claim":"on-demand","name-claim-scope":["profile"],
        "claims":[{"name":"preferred_username","user-property":"email","type":"string","mandatory":true,
        "on-demand":false,"scope":["profile"]}]}}
        """
    }

    static func settings(port: UInt16, folder: String, address: String) -> String {
        """
        port=\(port)
        bind_address="127.0.0.1"
        external_url="\(address)"
        login_url="login.html"
        api_prefix="api"
        static_files_path="\(folder)/web/"
        log_mode="file"
        log_level="INFO"
        log_file="\(folder)/glewlwyd.log"
        cookie_domain="localhost"
        cookie_secure=0
        session_key="GLEWLWYD2_SESSION_ID"
        admin_scope="g_admin"
        profile_scope="g_profile"
        hash_algorithm="SHA512"
        user_module_path="/usr/lib/glewlwyd/user"
        user_middleware_module_path="/usr/lib/glewlwyd/user_middleware"
        client_module_path="/usr/lib/glewlwyd/client"
        user_auth_scheme_module_path="/usr/lib/glewlwyd/scheme"
        plugin_module_path="/usr/lib/glewlwyd/plugin"
        database = { type = "sqlite3"; path = "\(folder)/db"; };
        """
    }
}
