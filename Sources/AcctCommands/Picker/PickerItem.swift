import AccountProfiles

/// One line to choose from. Any text is welcome: it is made safe before it is shown.
struct PickerItem: Hashable, Sendable {
    let name: String
    /// Shown in columns beside the name and searched like it, the most telling first. Each item has as many.
    let details: [String]
    /// Why somebody may want this one, dimmed at the end of the line; not searched.
    let why: String
    var isCurrent = false
}

extension PickerItem {
    /// - Parameter tenant: the name that people know it by.
    init(_ profile: Profile, in tenant: String, isCurrent: Bool, why: String) {
        self.init(
            name: profile.name.text, details: [profile.username, tenant, profile.kind.rawValue], why: why,
            isCurrent: isCurrent)
    }
}
