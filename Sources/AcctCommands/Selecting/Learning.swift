import AccountProfiles
import Foundation
import MicrosoftGraph

extension Context {
    /// Remembers what an answer taught: that the profile may use what the request addressed and what the answer lists,
    /// and the domains of its tenant when the answer happened to have them.
    func learn(from page: GraphPage?, to action: Action, as profile: Profile) {
        guard let repository = try? experience() else { return }
        let addressed = action.signs.compactMap { sign -> String? in
            if case .item(let id) = sign.mark { id } else { sign.sharePointHost?.name }
        }
        let items = Set(addressed + (page?.itemIDs ?? [])).sorted()
        repository.note(ProfileUse(of: profile.name, for: action.topic, items: items, at: Date()))
        if let domains = page?.verifiedDomains(of: profile.tenantID, at: action.path ?? ""), !domains.isEmpty {
            repository.note(domains: domains, of: profile.tenantID)
        }
    }
}
