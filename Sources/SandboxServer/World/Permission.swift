/// One delegated permission, with the words the consent page shows for it.
struct Permission: Equatable, Sendable {
    enum Consent: Sendable {
        case anybody
        /// Somebody who is no administrator sees "Need admin approval" instead of the question.
        case administrator
    }

    let name: String
    let words: String
    let consent: Consent
    let isOpenToPersonalAccounts: Bool

    static func personal(_ name: String, _ words: String) -> Permission {
        Permission(name: name, words: words, consent: .anybody, isOpenToPersonalAccounts: true)
    }

    static func work(_ name: String, _ words: String) -> Permission {
        Permission(name: name, words: words, consent: .anybody, isOpenToPersonalAccounts: false)
    }

    static func administrator(_ name: String, _ words: String) -> Permission {
        Permission(name: name, words: words, consent: .administrator, isOpenToPersonalAccounts: false)
    }
}
