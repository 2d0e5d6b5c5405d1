import AccountProfiles
import AccountStore
import AuthCore
import Foundation
import HTTPTransport

/// What commands work with, wired once and in dependency order. Nothing is opened before it is asked for: a context
/// costs nothing, the store opens at the first read, libcurl loads at the first request.
final class Context: Sendable {
    let environment: [String: String]
    let terminal: Terminal
    let output: Output
    /// For the identity platform: without retries, since what a failed token request means is the core's business.
    let http: any HTTPClient
    private let options: CommonOptions
    private let store: Result<Store, StoreError>

    init(options: CommonOptions, environment: [String: String] = ProcessInfo.processInfo.environment) {
        self.environment = environment
        self.options = options
        terminal = Terminal(environment: environment)
        output = Output(terminal: terminal, isQuiet: options.quiet)
        let log = RequestLog { StandardStream.error.write(Data(($0 + "\n").utf8)) }
        http = CurlHTTPClient(environment: environment, log: options.verbose ? log : nil)
        store = Result { () throws(StoreError) in Store(at: try StoreLocation(environment: environment)) }
    }

    func profiles() throws -> any ProfileRepository { StoredProfiles(try store.get()) }

    func tokenCache() throws -> any TokenCache { StoredTokenCache(try store.get()) }

    func application(clientID: String, authority: Authority) throws -> PublicClientApplication {
        PublicClientApplication(clientID: clientID, authority: authority, cache: try tokenCache(), http: http)
    }

    /// For Graph: waits out throttling and says so.
    func patientHTTP() -> any HTTPClient {
        RetryingHTTPClient(
            http,
            onWait: { [output] wait, reason in
                output.note("Waiting \(wait.components.seconds) s before trying again (\(reason)).")
            })
    }

    /// Whether a question may be asked.
    var mayAsk: Bool { terminal.somebodyIsThere && maySignIn }

    /// Whether a sign-in that was asked for may start: also without a terminal, through a browser or a device code.
    var maySignIn: Bool { !options.noInput && environment["ACCT_NO_INPUT"] != "1" }
}
