import AuthCore

extension Scopes {
    /// What was typed as values of `--scope`. Several in one value stand apart by spaces or commas.
    ///
    /// RFC 6749 §3.3 lets a scope have a comma, but none that anybody is known to use has one, and other tools separate
    /// them with it.
    init(typed values: [String]) {
        self.init(spaceSeparated: values.joined(separator: " ").replacing(",", with: " "))
    }
}
