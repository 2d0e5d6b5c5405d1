/// Which requests a rule is about: `[METHOD] [HOST][PATH] [tenant=TENANT]`, where `*` stands for any run of characters.
public struct RulePattern: Hashable, Sendable {
    /// As it was typed.
    public let text: String

    public init(_ text: String) throws(ProfileError) {
        self.text = text
    }

    /// - Parameter tenants: the ids and domains of every tenant that the action names, in lower case.
    public func matches(_ action: Action, tenants: Set<String>) -> Bool { false }
}
