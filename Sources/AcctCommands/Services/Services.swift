import AccountProfiles
import AccountStore
import AuthCore
import HTTPTransport

/// The services that commands use, wired in dependency order. Each is made when it is asked for: until then the store is
/// not opened and libcurl not loaded.
final class Services: Sendable {
    let environment: Environment
    let terminal: Terminal
    let output: Output
    /// The client for the identity platform. It does not retry: whether a failed token request may be repeated is
    /// AuthCore's decision.
    let http: CurlHTTPClient
    let clock: WallClock
    /// The setting that forbids questions and sign-ins; nil for none.
    let noInputSetting: NoInputSetting?
    /// False under `--no-input` and `ACCT_NO_INPUT`: no question is asked, and no sign-in starts.
    var allowsInput: Bool { noInputSetting == nil }
    private let openedStore: Result<Store, StoreError>

    init(
        allowsInput: Bool = true, logging: RequestLog.Detail? = nil, isQuiet: Bool = false,
        progress: ProgressFormat? = nil,
        environment: Environment = .process, storeAccess: StoreAccess = .full
    ) {
        self.environment = environment
        noInputSetting = allowsInput ? NoInputSetting(environment) : .option
        terminal = Terminal(environment: environment)
        output = Output(terminal: terminal, isQuiet: isQuiet, progress: progress)
        let log = logging.map { detail in RequestLog(detail) { StandardStream.error.write($0 + "\n") } }
        http = CurlHTTPClient(environment: environment, userAgent: "acct", log: log)
        clock = .system
        let passphrase = PassphraseInput(
            prompter: Prompter(terminal: terminal, output: output, noInputSetting: noInputSetting))
        openedStore = Result { () throws(StoreError) in
            Store(
                at: try StoreLocation(environment: environment), environment: environment, exitGate: DelayedExit.gate,
                access: storeAccess, askPassphrase: passphrase.question)
        }
    }

    private init(
        nonInteractive other: Services, environment: Environment? = nil, isQuiet: Bool? = nil,
        subject: ProfileName? = nil
    ) {
        self.environment = environment ?? other.environment
        noInputSetting = other.noInputSetting ?? .option
        terminal = other.terminal
        var output = isQuiet.map { Output(terminal: other.terminal, isQuiet: $0) } ?? other.output
        output.subject = subject
        self.output = output
        http = other.http
        clock = other.clock
        openedStore = other.openedStore
    }

    /// The same services under `--no-input`.
    var nonInteractive: Services { Services(nonInteractive: self) }

    /// The same services under `--no-input`, for one of several profiles. Each note names it.
    func nonInteractive(about profile: ProfileName) -> Services {
        Services(nonInteractive: self, subject: profile)
    }

    /// The same services under `--no-input` and `--quiet`, for asking what a command would do.
    ///
    /// - Parameter environment: nil for that of the process.
    func quiet(environment: Environment? = nil) -> Services {
        Services(nonInteractive: self, environment: environment, isQuiet: true)
    }
}

/// The repositories of the store, by subject. Each throws only where no folder for the store can be named.
extension Services {
    var store: Store { get throws(StoreError) { try openedStore.get() } }

    var profiles: ProfileRepository { get throws(StoreError) { ProfileRepository(try store) } }
    var bindings: BindingRepository { get throws(StoreError) { BindingRepository(try store) } }
    var rules: RuleRepository { get throws(StoreError) { RuleRepository(try store) } }
    var usage: UsageRepository { get throws(StoreError) { UsageRepository(try store) } }
    var tokenCache: any TokenCache { get throws(StoreError) { StoredTokenCache(try store) } }
    var authorityCache: any AuthorityCache { get throws(StoreError) { StoredAuthorityCache(try store) } }
    var responses: ResponseCache { get throws(StoreError) { ResponseCache(try store) } }
    var repair: StoreRepair { get throws(StoreError) { StoreRepair(at: try store.location, environment: environment) } }
    var transfers: TransferStore { get throws(StoreError) { TransferStore(try store) } }
    var permissionList: PermissionListRepository { get throws(StoreError) { PermissionListRepository(try store) } }
}

/// The services by name, from those that need nothing to those that need the others.
extension Services {
    var prompter: Prompter { Prompter(terminal: terminal, output: output, noInputSetting: noInputSetting) }

    var permissions: RequestPermissions { get throws(StoreError) { RequestPermissions(list: try permissionList) } }

    var selector: Selector {
        get throws(StoreError) {
            Selector(
                environment: environment, prompter: prompter, clock: clock, profiles: try profiles,
                bindings: try bindings, rules: try rules, usage: try usage, permissions: try permissions)
        }
    }

    var clients: OAuthClients {
        get throws(StoreError) {
            OAuthClients(
                profiles: try profiles, tokenCache: try tokenCache, authorityCache: try authorityCache, http: http,
                environment: environment)
        }
    }

    var interactiveSignIn: InteractiveSignIn {
        InteractiveSignIn(prompter: prompter, environment: environment, clock: clock)
    }

    var usernameCheck: UsernameCheck {
        get throws(StoreError) {
            UsernameCheck(profiles: try profiles, tokenCache: try tokenCache, prompter: prompter)
        }
    }

    var authenticator: Authenticator {
        get throws(StoreError) {
            Authenticator(
                profiles: try profiles, tokenCache: try tokenCache, clients: try clients,
                interactiveSignIn: interactiveSignIn, usernameCheck: try usernameCheck, prompter: prompter, clock: clock
            )
        }
    }

    var graph: GraphSession {
        get throws(StoreError) {
            GraphSession(
                authenticator: try authenticator, permissions: try permissions, http: http, output: output)
        }
    }

    /// The files of other programs that act as a profile.
    func toolFolder(of profile: ProfileName) throws(StoreError) -> ToolFolder {
        ToolFolder(of: profile, in: try StoreLocation(environment: environment))
    }

    var usageRecorder: UsageRecorder {
        get throws(StoreError) { UsageRecorder(usage: try usage, clock: clock) }
    }
}
