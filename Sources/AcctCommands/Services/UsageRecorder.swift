import AccountProfiles
import AccountStore
import HTTPTransport
import MicrosoftGraph
import Synchronization

/// Writes down what a successful request says about its profile: that the profile was used for this kind of action, that
/// its tenant has served what the path addressed, and the domains of its tenant where the response lists them.
struct UsageRecorder: Sendable {
    let usage: UsageRepository
    let clock: WallClock

    /// - Parameters:
    ///   - served: the hints of the requests that Graph answered with success; nil for all those of the action.
    func record(_ action: Action, as profile: Profile, served: [TenantHint]? = nil, page: GraphPage? = nil) {
        let items = Set((served ?? action.hints).compactMap(\.learnedKey)).sorted()
        usage.record(ProfileUse(of: profile.name, for: action.topic, items: items, at: clock.now()))
        if let domains = page?.domains(ofTenant: profile.tenantID, requestPath: action.path ?? "") {
            usage.record(verified: domains.verified, removing: domains.unverified, of: profile.tenantID)
        }
    }

    /// Records a use of the profile, but not for which kind of action: the request failed, or was sent as many profiles.
    func recordUse(as profile: Profile, served: [TenantHint] = []) {
        let items = Set(served.compactMap(\.learnedKey)).sorted()
        usage.record(ProfileUse(of: profile.name, items: items, at: clock.now()))
    }
}

/// The recording of a request's first page, on the main thread and beside the fetching and printing of the next pages.
final class FirstPageRecording: Sendable {
    private let record: @Sendable (GraphPage?) -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ record: @escaping @Sendable (GraphPage?) -> Void) { self.record = record }

    /// Begins to record the page, if it is the first one.
    func begin(with page: GraphPage?) {
        task.withLock { task in
            if task == nil { task = Task(executorPreference: MainThread.shared) { [record] in record(page) } }
        }
    }

    /// Waits until the recording that was begun is done.
    func end() async { await task.withLock(\.self)?.value }

    /// The same; records this page where none was recorded before.
    func end(with page: GraphPage?) async {
        if let task = task.withLock(\.self) { await task.value } else { record(page) }
    }
}
