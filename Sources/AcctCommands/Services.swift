import AccountProfiles
import AccountStore
import AuthCore
import Foundation
import HTTPTransport

/// What commands work with, wired once and in dependency order. Nothing is opened before it is asked for: the services
/// costs nothing, the store opens at the first read, libcurl loads at the first request.
final class Services: Sendable {
    let environment: Environment
    let terminal: Terminal
    let output: Output
    /// For the identity platform: without retries, since what a failed token request means is the core's business.
    let http: CurlHTTPClient
    /// Whether a sign-in that was asked for may start: also without a terminal, through a browser or a device code.
    let maySignIn: Bool
    private let store: Result<Store, StoreError>

    init(
        allowsInput: Bool = true, logsRequests: Bool = false, isQuiet: Bool = false,
        environment: Environment = .process
    ) {
        self.environment = environment
        maySignIn = allowsInput && environment["ACCT_NO_INPUT"] != "1"
        terminal = Terminal(environment: environment)
        output = Output(terminal: terminal, isQuiet: isQuiet)
        let log = RequestLog { StandardStream.error.write($0 + "\n") }
        http = CurlHTTPClient(environment: environment, log: logsRequests ? log : nil)
        store = Result { () throws(StoreError) in Store(at: try StoreLocation(environment: environment)) }
    }

    private init(_ other: Services, maySignIn: Bool) {
        environment = other.environment
        self.maySignIn = maySignIn
        terminal = other.terminal
        output = other.output
        http = other.http
        store = other.store
    }

    /// The same, where nobody is asked: for what is done for several profiles at once.
    func withoutQuestions() -> Services { Services(self, maySignIn: false) }

    /// Ends the work with the store, before the process ends.
    func close() { try? store.get().close() }

    func profiles() throws -> ProfileRepository { ProfileRepository(try store.get()) }

    func usageHistory() throws -> UsageRepository { UsageRepository(try store.get()) }

    func directoryRepository() throws -> BindingRepository { BindingRepository(try store.get()) }

    func ruleRepository() throws -> RuleRepository { RuleRepository(try store.get()) }

    func tokenCache() throws -> any TokenCache { StoredTokenCache(try store.get()) }

    func application(clientID: String, authority: Authority) throws -> PublicClientApplication {
        PublicClientApplication(
            clientID: clientID, authority: authority, cache: try tokenCache(), http: http,
            authorityCache: try authorityCache())
    }

    func authorityCache() throws -> any AuthorityCache { StoredAuthorityCache(try store.get()) }

    func answers() throws -> ResponseCache { ResponseCache(try store.get()) }

    func transfers() throws -> TransferStore { TransferStore(try store.get()) }

    func permissionList() throws -> PermissionListRepository { PermissionListRepository(try store.get()) }

    /// Whether a question may be asked.
    var canPrompt: Bool { terminal.isInteractive && maySignIn && !output.isPaged }
}
