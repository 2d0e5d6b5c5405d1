extension String {
    /// For ASCII identifiers: GUIDs, tenant names, scheme names.
    func caseInsensitiveEquals(_ other: String) -> Bool {
        utf8.count == other.utf8.count && lowercased() == other.lowercased()
    }
}
