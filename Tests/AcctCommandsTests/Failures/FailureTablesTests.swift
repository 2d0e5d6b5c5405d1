import AuthCore
import Foundation
import HTTPTransport
import MicrosoftGraph
import Testing

@testable import AccountProfiles
@testable import AccountStore
@testable import AcctCommands

/// The sentences for errors of the network, of Graph, of profiles and of the store.
@Suite struct FailureTablesTests {
    private static let http: [Said] = [
        Said(HTTPError.unsupportedURL("it has no host"), .usage, "it has no host"),
        Said(HTTPError.insecureURL(host: "h"), .policy, "h", "https"),
        Said(HTTPError.invalidRequest(reason: "a header has a line break"), .usage, "line break"),
        Said(HTTPError.unreadableBody(path: "/x", reason: "denied"), .usage, "/x", "denied"),
        Said(HTTPError.cannotResolve(host: "h"), .network, "h"),
        Said(HTTPError.cannotConnect(host: "h", reason: "refused"), .network, "refused", "Check the network"),
        Said(
            HTTPError.proxyRefused(host: "h", proxy: "p:3128", status: 403), .network,
            "The proxy p:3128 does not lead to h: it answered 403", "no_proxy"),
        Said(
            HTTPError.proxyRefused(host: "h", proxy: "p:3128", status: 407), .network,
            "The proxy p:3128 wants to know who asks", "http://USER:PASSWORD@p:3128"),
        Said(HTTPError.timedOut(host: "h", seconds: 99.2), .network, "100 s"),
        Said(HTTPError.tls(host: "h", reason: "expired"), .network, "expired", "CURL_CA_BUNDLE"),
        Said(HTTPError.bodyTooLarge(limit: 9), .failed, "9 bytes"),
        Said(HTTPError.connectionLost(host: "h", reason: "reset"), .network, "reset"),
        Said(HTTPError.malformedResponse(host: "h", reason: "junk"), .network, "junk"),
        Said(HTTPError.tooManyRedirects(limit: 5), .failed, "5"),
        Said(HTTPError.refusedRedirect(reason: "to http"), .policy, "to http"),
        Said(HTTPError.cancelled, .cancelled, "Cancelled"),
        Said(HTTPError.libraryMissing(reason: "none"), .failed, "libcurl", run: "sudo apt-get install libcurl4"),
    ]

    private static func response(
        _ status: Int, _ body: String = "", _ headers: HTTPHeaders = HTTPHeaders()
    ) -> GraphResponse {
        GraphResponse(status: status, headers: headers, body: Data(body.utf8))
    }

    private static let graph: [Said] = [
        Said(
            GraphError.foreignHost(url: "https://evil", graph: "https://g"), .policy, "https://evil", "Nothing was sent"
        ),
        Said(GraphError.invalidPath("x"), .usage, "“x”"), Said(GraphError.notJSON(status: 200), .failed, "200"),
        Said(GraphError.notACollection, .failed, "--paginate"),
        Said(GraphError.pageFailed(response(500), link: "https://g/n"), .api, "GET https://g/n", "500"),
        Said(
            GraphError.pageFailed(
                response(
                    403,
                    #"{"error":{"code":"Denied","message":"No","innerError":{"request-id":"r","date":"2026-01-09"}}}"#
                ),
                link: "/me"),
            .api, "403", "Denied: No", "request-id r of 2026-01-09"),
        Said(
            GraphError.pageFailed(
                response(403, #"{"error":{"innerError":{"date":"2026-11-21T05:00:00","request-id":"r"}}}"#), link: "/me"
            ),
            .api, "(request-id r of 2026-11-21T05:00:00)"),
        Said(GraphError.pageFailed(response(404, "", ["request-id": "h"]), link: "/me"), .api, "request-id h"),
        Said(GraphError.pageFailed(response(429, "", ["Retry-After": "7"]), link: "/me"), .network, "in 7 s"),
        Said(GraphError.pageFailed(response(429, "", ["Retry-After": "2.128"]), link: "/me"), .network, "in 3 s"),
        Said(
            GraphError.pageFailed(response(429, "", ["Retry-After": "150100"]), link: "/me"), .network,
            "in 150100 s", "--max-wait 150160s"),
        Said(
            GraphError.pageFailed(response(429, "", ["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"]), link: "/me"),
            .network, "in 0 s"),
        Said(GraphError.pageFailed(response(401), link: "/me"), .api, "401", "refused a new token"),
        Said(GraphError.pageFailed(response(507), link: "/me"), .api, "507", "free some space"),
        Said(
            GraphError.pageFailed(response(409, #"{"error":{"code":"nameAlreadyExists"}}"#), link: "/me"), .api,
            "another name"),
        Said(GraphError.noUploadURL(status: 200), .failed, "status 200", "--verbose"),
        Said(GraphError.uploadForgotten, .failed, "Send it again"),
        Said(GraphError.uploadUnclear(sent: 7), .failed, "All 7 bytes", "Look at the item"),
        Said(
            GraphError.stillRunning(monitor: "https://m", wait: .milliseconds(1500)), .network, "https://m", "in 2 s",
            "Do not send the request again", "--max-wait 1h"),
        Said(GraphError.pageFailed(response(503), link: "/me"), .network, "later"),
        Said(GraphError.pageFailed(response(504), link: "/me"), .network, "later"),
    ]

    private static func profiles() throws -> [Said] {
        let (work, home) = (try ProfileName("work"), try ProfileName("home"))
        var profiles = [try Profile.work(), try Profile.work()]
        profiles[1].name = home
        let candidates = profiles.map { Candidate($0, .passedOver, "r") }
        return [
            Said(SelectionError.none, .noProfile, "no profile", run: "acct add NAME"),
            Said(
                SelectionError.unknown("wrok", source: .flag, nearest: [work]), .noProfile, "“wrok”",
                "Did you mean work?", run: "acct list"),
            Said(
                SelectionError.unknown("x", source: .environment, nearest: []), .noProfile, "ACCT_PROFILE",
                run: "acct list"),
            Said(
                SelectionError.ambiguous(candidates, current: nil), .ambiguous, "work, home", "--profile",
                run: "acct use work"),
            Said(
                SelectionError.ambiguous(candidates, current: Candidate(candidates[0].profile, .readOnly)), .ambiguous,
                "The current profile, work, cannot do this: it is read-only", run: "acct use work"),
            Said(
                SelectionError.ruledOut(candidates[0].profile, .readOnly, source: .binding), .policy,
                "work (bound to this directory) cannot do this", "--profile", run: "acct list"),
            Said(
                SelectionError.ruledOut(candidates[0].profile, .kind("no"), source: .rule), .noProfile,
                "work (from a rule) cannot do this: no.", run: "acct list"),
            Said(
                SelectionError.noneFits([Candidate(candidates[0].profile, .cloud(.usgov))]), .noProfile,
                "another cloud (usgov)", run: "acct list"),
            Said(
                SelectionError.noneFits(candidates.map { Candidate($0.profile, .endpoint("https://g")) }), .policy,
                "work, home: its Graph is not https://g.", run: "acct add NAME"),
            Said(
                SelectionError.unknownTenant(
                    "t.example", Binding(directory: "/src", target: .tenant("t.example"), origin: .file)), .noProfile,
                "/src/.acct asks for the tenant t.example", run: "acct add --tenant t.example"),
            Said(ProfileError.invalidName("a b"), .usage, "“a b”", "1 to 64"),
            Said(ProfileError.nameInUse(work), .usage, "work", run: "acct sign-in work"),
            Said(ProfileError.unknown("x", nearest: [work, home]), .noProfile, "work or home", run: "acct list"),
            Said(ProfileError.noPrevious, .noProfile, "no previous", run: "acct list"),
        ]
    }

    private static let store: [Said] = [
        Said(StoreError.noHome, .failed, "HOME"), Said(StoreError.relativeHome("x"), .usage, "“x”", "absolute"),
        Said(StoreError.foreignOwner(path: "/p", userID: 5), .policy, "/p", "5"),
        Said(StoreError.newer(found: 9, known: 1), .failed, "version 9", "Nothing was changed"),
        Said(StoreError.corrupt(path: "/p"), .failed, "/p", "Nothing was changed", run: "mv /p /p.damaged"),
        Said(StoreError.foreignDatabase(path: "/p"), .failed, "another program"),
        Said(StoreError.full(path: "/p"), .failed, "full", "Nothing was changed"),
        Said(StoreError.readOnly(path: "/p"), .failed, "cannot be written"),
        Said(StoreError.busy(path: "/p"), .failed, "locked", "Try again"),
        Said(StoreError.system(path: "/p", code: ENOENT), .failed, "/p", "No such file"),
        Said(StoreError.database(code: 11, message: "odd"), .failed, "odd", "11"),
        Said(StoreError.denied(path: "/p"), .failed, "/p may not be used by this user"),
        Said(StoreError.keyMissing, .failed, "“key”", run: "acct sign-out --all"),
        Said(StoreError.keyDamaged(path: "/k"), .failed, "/k"),
        Said(
            StoreError.cannotUnseal(.refreshToken(AccountID(homeAccountID: "a.b", environment: "e"), clientID: "c")),
            .failed, "refresh_token(a.b, e, c)", run: "acct sign-out --all"),
    ]

    @Test(arguments: http) func theNetwork(said: Said) { said.check() }
    @Test(arguments: graph) func theGraph(said: Said) { said.check() }
    @Test(arguments: try profiles()) func theProfiles(said: Said) { said.check() }
    @Test(arguments: store) func theStore(said: Said) { said.check() }

    /// A new case does not compile until it stands here.
    @Test func noStoreErrorIsWithoutASentence() {
        let named = Set(
            Self.store.compactMap { said -> String? in
                switch said.error as? StoreError {
                case .noHome: "noHome"
                case .relativeHome: "relativeHome"
                case .foreignOwner: "foreignOwner"
                case .newer: "newer"
                case .corrupt: "corrupt"
                case .foreignDatabase: "foreignDatabase"
                case .full: "full"
                case .readOnly: "readOnly"
                case .denied: "denied"
                case .busy: "busy"
                case .system: "system"
                case .database: "database"
                case .keyMissing: "keyMissing"
                case .keyDamaged: "keyDamaged"
                case .cannotUnseal: "cannotUnseal"
                case nil: nil
                }
            })
        #expect(named.count == 15)
    }

    /// The one sentence that ends with what the server sent: the link.
    @Test func aLoopNamesItsLink() {
        let failure = Failure(GraphError.repeatedLink("https://g/n"))
        #expect(failure.kind == .failed)
        #expect(failure.message.contains("add --max-items") && failure.message.hasSuffix("https://g/n"))
    }

    /// A path in a command is one word to the shell that gets it.
    @Test(arguments: [
        ("/home/a b/acct.sqlite", "mv '/home/a b/acct.sqlite' '/home/a b/acct.sqlite.damaged'"),
        ("/x;rm -rf ~", "mv '/x;rm -rf ~' '/x;rm -rf ~.damaged'"), ("/it's", #"mv '/it'\''s' '/it'\''s.damaged'"#),
    ])
    func aPathInACommandIsOneWord(path: String, command: String) {
        #expect(Failure(StoreError.corrupt(path: path)).command == command)
    }

    @Test func nothingHostileSteersTheTerminal() {
        let body = Data(
            #"{"error":{"code":"\u001b[31m","message":"\u009b2J\u202e","innerError":{"request-id":"\u0007"}}}"#.utf8)
        let answer = GraphResponse(status: 403, headers: ["request-id": hostile], body: body)
        for error: any Error in [
            GraphError.foreignHost(url: hostile, graph: hostile), GraphError.invalidPath(hostile),
            GraphError.repeatedLink(hostile), GraphError.pageFailed(answer, link: hostile),
            HTTPError.cannotConnect(host: hostile, reason: hostile), HTTPError.tls(host: hostile, reason: hostile),
            HTTPError.proxyRefused(host: hostile, proxy: hostile, status: 403),
            ProfileError.invalidName(hostile), ProfileError.unknown(hostile, nearest: []),
            SelectionError.unknown(hostile, source: .flag, nearest: []), StoreError.corrupt(path: hostile),
            StoreError.database(code: 1, message: hostile),
        ] {
            let failure = Failure(error)
            #expect(!failure.message.safeForTerminal.steersTerminal)
            #expect(failure.command?.safeForTerminal.steersTerminal != true)
            #expect(!failure.json.steersTerminal)
        }
    }
}
