import AuthCore

/// The identity platform's error numbers in words for the person at the keyboard.
///
/// Microsoft asks programs not to branch on these numbers. They choose words, and never the request
/// that is sent.
/// Source: Microsoft's list of AADSTS error codes.
enum AADSTSMessages {
    /// The clause for the first number that has one; nil where the server's own text says as much.
    static func clause(_ error: OAuthError) -> String? { known(error)?.clause }

    /// The clause with the number, for looking it up; else the server's own text.
    static func words(_ error: OAuthError) -> String {
        known(error).map { "\($0.clause) (AADSTS\($0.code))" } ?? error.summary
            ?? ServerText.line(error.code) ?? "it gave no reason"
    }

    /// Whether the person left the sign-in page or declined, so that the server's text adds nothing to the word "cancelled".
    static func isCancellation(_ error: OAuthError) -> Bool {
        error.code == "authorization_declined" || error.codes.contains { [50140, 50199, 65004].contains($0) }
    }

    /// Whether a policy of the organization refuses a sign-in, which may allow it in another way than by a device code.
    static func mayBlockDeviceCodes(_ error: OAuthError) -> Bool {
        error.codes.contains { [53003, 530_033].contains($0) }
    }

    /// Whether the organization allows a sign-in on a registered or managed device alone, whose broker can sign in.
    static func requiresManagedDevice(_ error: OAuthError) -> Bool {
        error.codes.contains { [50097, 50127, 50129, 53000, 53001, 53002, 530_003].contains($0) }
    }

    /// Whether an app was refused for another reason than its credential: a policy, or the state of the app in the tenant.
    static func sparesCredential(_ error: OAuthError) -> Bool { error.codes.contains(where: refusalsOfApps.contains) }

    /// Whether the app's registration has no certificate with the key that signed.
    static func doesNotKnowCertificate(_ error: OAuthError) -> Bool { error.codes.contains(700_027) }

    private static let refusalsOfApps: Set<Int> = [
        53003, 530_032, 530_035, 53011, 70001, 7_000_112, 700_011, 700_016, 90002, 501_051, 500_011, 650_052,
    ]

    private static func known(_ error: OAuthError) -> (code: Int, clause: String)? {
        error.codes.lazy.compactMap { code in clauses[code].map { (code, $0) } }.first
    }

    private static let clauses: [Int: String] = {
        var clauses: [Int: String] = [:]
        for (codes, clause) in table {
            for code in codes { clauses[code] = clause }
        }
        return clauses
    }()

    private static let table: [([Int], String)] = [
        ([16000, 16003, 50034, 51004, 50014, 90072], "the tenant does not know this account; ask to be invited"),
        ([50020], "this account is not a member of the tenant; use another, or ask to be invited"),
        ([50001, 500_011, 650_052], "the tenant does not have the resource; check the scope, or ask an administrator"),
        ([50002, 500_021, 500_022], "the network allows sign-in to certain tenants only"),
        ([500_212, 500_213], "one of the two tenants does not allow access from the other; ask an administrator"),
        ([50053], "the account is locked for a while; wait before you try again"),
        ([50055, 50144], "the password has expired"),
        ([50057], "the account is disabled; ask an administrator"),
        ([50058], "the browser has no account that is signed in"),
        ([50072, 50079], "a second factor must be set up first"),
        (
            [53004],
            "a second factor must be set up first, which is blocked because of a risk; ask an administrator"
        ),
        ([50074, 50076, 50078, 50158, 50161], "a second factor is required"),
        ([50097, 50129], "the organization requires a registered device, whose identity broker signs in"),
        ([50155], "the device could not be authenticated"),
        ([135_011], "the device is disabled; ask an administrator"),
        ([50105], "the account is not assigned to the app; ask an administrator"),
        ([50127], "the organization requires a sign-in through the device's identity broker"),
        (
            [50131, 53003, 530_032, 530_035, 53011],
            "a policy of the organization blocks this sign-in; ask an administrator"
        ),
        (
            [53000, 53001, 53002, 530_003],
            "the organization requires a managed device, whose identity broker signs in"
        ),
        ([530_033], "a policy of the organization blocks device codes"),
        ([50132, 50133, 50173], "the sign-in was revoked, for example by a new password"),
        ([50135, 50142], "the password must be changed"),
        ([50140, 50199], "the sign-in must be confirmed"),
        ([50194], "the app is registered for one tenant only; name it with --tenant"),
        ([50196], "the same request was sent too often; wait before you try again"),
        ([500_133], "this machine's clock is wrong"),
        ([700_024], "the app's assertion has expired; check the token file and this machine's clock"),
        (
            [700_213, 7_002_137],
            "the app does not trust this federated token; check the federation in its registration"
        ),
        ([54005], "the code was already used"),
        ([65001], "consent is missing"),
        ([65004], "consent was declined"),
        ([65005, 650_056, 650_057], "the app registration does not list the resource; add it under API permissions"),
        ([70000, 70008, 700_082, 700_084, 70043], "the refresh token is no longer valid"),
        ([70018], "the code is not valid; start again"),
        ([70019], "the code was not used in time; start again"),
        ([70001, 700_011, 700_016], "the tenant does not know the app; check --client-id and --tenant"),
        ([7_000_112], "the app is disabled in the tenant; ask an administrator"),
        ([501_051], "the app has no role at the resource, which demands one; ask an administrator"),
        ([70002, 7_000_215], "the client secret is wrong"),
        ([7_000_222], "the client secret has expired; make a new one"),
        ([700_027], "the app does not know this certificate"),
        ([70011, 70003], "a scope is misspelled or unknown to the resource"),
        ([700_022, 28000, 28003], "a token is for one resource; request the scopes of one resource at a time"),
        ([700_025], "the app is a public client and accepts no secret"),
        ([7_000_218], "the app requires a secret; turn on \"Allow public client flows\" in its registration"),
        ([90002], "the tenant does not exist, or is in another cloud"),
        (
            [9_001_023, 90124, 90130, 9_002_332, 9_002_346],
            "the app cannot be used with this kind of tenant; name another with --tenant"
        ),
        (
            [9_002_326],
            "http://localhost is registered as a single-page app; register it under \"Mobile and desktop applications\""
        ),
        (
            [50011, 500_113, 900_971],
            "the redirect URI is not registered; add http://localhost, or that of --redirect-uri, under "
                + "\"Mobile and desktop applications\""
        ),
        ([90038, 900_382], "the tenant is in another national cloud; name it with --cloud"),
        ([90055], "the tenant is throttling requests; wait before you try again"),
        ([90094, 90095], "an administrator must consent"),
    ]
}

extension AuthError {
    /// The error response of the server that ended a sign-in.
    var serverError: OAuthError? {
        switch self {
        case .refused(let error), .declined(let error): error
        case .interactionRequired(let details): if case .server(let error) = details.reason { error } else { nil }
        default: nil
        }
    }
}
