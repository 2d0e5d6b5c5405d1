import AccountProfiles
import AccountStore
import Foundation
import MicrosoftGraph
import Synchronization

extension Services {
    /// Remembers what an answer taught: that the profile may use what the request addressed and what the answer lists,
    /// and the domains of its tenant when the answer happened to have them.
    func learn(from page: GraphPage?, to action: Action, as profile: Profile) {
        guard let repository = try? usageHistory() else { return }
        let addressed = action.hints.compactMap { sign -> String? in
            if case .item(let id) = sign.mark { id } else { sign.sharePointHost?.name }
        }
        let items = Set(addressed + (page?.itemIDs ?? [])).sorted()
        repository.record(ProfileUse(of: profile.name, for: action.topic, items: items, at: Date()))
        if let domains = page?.verifiedDomains(of: profile.tenantID, at: action.path ?? ""), !domains.isEmpty {
            repository.record(domains: domains, of: profile.tenantID)
        }
    }
}

extension Services {
    /// Records the time of a use that taught nothing else.
    func recordUse(of profile: Profile) {
        try? usageHistory().record(ProfileUse(of: profile.name, at: Date()))
    }
}

/// Writing down what an answer taught, on the main thread and beside the fetching and printing of what follows it.
final class UsageRecorder: Sendable {
    private let learn: @Sendable (GraphPage?) -> Void
    private let task = Mutex<Task<Void, Never>?>(nil)

    init(_ learn: @escaping @Sendable (GraphPage?) -> Void) { self.learn = learn }

    /// Only the first time.
    func begin(with page: GraphPage?) {
        task.withLock { task in
            if task == nil { task = Task(executorPreference: MainThread.shared) { [learn] in learn(page) } }
        }
    }

    /// Waits until it is written, if it was begun.
    func end() async { await task.withLock(\.self)?.value }

    /// The same; where nothing came before this answer, that is what is learned from.
    func end(with page: GraphPage?) async {
        if let task = task.withLock(\.self) { await task.value } else { learn(page) }
    }
}
