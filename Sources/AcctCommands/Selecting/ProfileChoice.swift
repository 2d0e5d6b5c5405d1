import AccountProfiles
import AccountStore
import Foundation

extension Services {
    /// Lets a person choose among all profiles: those they use most and latest come first, but for the current one,
    /// which they have already.
    func chooseProfile() throws -> String {
        let repository = try profiles()
        let current = try repository.current()
        let now = Date()
        let known = try UsageHistory(
            domains: usageHistory().tenantDomains(), frecency: usageHistory().frecency(of: nil, at: now))
        let ranked = known.ranked(try repository.profiles())
        guard !ranked.isEmpty else { throw SelectionError.none }
        guard canPrompt else {
            throw Failure(
                .ambiguous,
                "Nobody can be asked which profile to use. There are \(ranked.map(\.name.text).joined(separator: ", ")).",
                command: "acct use NAME")
        }
        let offered = ranked.filter { $0.name != current } + ranked.filter { $0.name == current }
        let items = offered.map {
            PickerItem($0, in: known.tenantName(of: $0), isCurrent: $0.name == current, why: $0.usage(at: now))
        }
        return try offered[Picker(terminal: terminal, prompt: "Switch to:").choose(from: items)].name.text
    }
}

extension Profile {
    func usage(at now: Date) -> String {
        lastUsed == nil ? "never used" : "used \(RelativeTime.text(lastUsed, now: now))"
    }
}
