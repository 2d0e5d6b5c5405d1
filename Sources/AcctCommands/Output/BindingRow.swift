/// A binding as commands print it.
struct BindingRow: TableRow {
    let directory, profile: String
    let exists: Bool

    init(directory: String, profile: String) {
        (self.directory, self.profile) = (directory, profile)
        exists = ResolvedPath.isDirectory(directory)
    }

    static let columns: [TableColumn] = [
        TableColumn("DIRECTORY", minimumWidth: 24), TableColumn("PROFILE", minimumWidth: 20), "",
    ]

    var cells: [String] { [directory, profile, exists ? "" : "gone"] }
}
