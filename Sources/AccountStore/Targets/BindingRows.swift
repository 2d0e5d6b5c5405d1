import AccountProfiles

/// Bindings, one row for each directory.
struct BindingRows {
    private static let sql = """
        SELECT directory, name FROM binding JOIN profile ON profile.id = binding.profile_id
        """
    let db: Database

    func all() throws -> [Binding] {
        try db.rows("\(BindingRows.sql) ORDER BY directory", as: binding)
    }

    func of(_ directories: [String]) throws -> [Binding] {
        let places = String(repeating: "?, ", count: directories.count).dropLast(2)
        return try db.rows(
            "\(BindingRows.sql) WHERE directory IN (\(places))", directories.map { $0 as any Bindable }, as: binding)
    }

    func profile(of directory: String) throws -> ProfileName? {
        try db.first("\(BindingRows.sql) WHERE directory = ?", [directory]) { try $0.profileName(1) }
    }

    func set(_ directory: String, to id: ProfileRows.ID) throws {
        try db.run("INSERT OR REPLACE INTO binding VALUES (?, ?)", [directory, id])
    }

    func remove(_ directory: String) throws {
        try db.run("DELETE FROM binding WHERE directory = ?", [directory])
    }

    private func binding(_ row: Row) throws -> Binding {
        Binding(directory: try row.text(0), target: .profile(try row.profileName(1).text), origin: .command)
    }
}
