/// What a list of permissions has on one method and path, as rows that can be kept as text.
public struct PermissionEntry: Hashable, Sendable {
    /// In upper case.
    public let method: String
    /// As the documentation writes it.
    public let path: String
    /// For work, personal and application: one line of text, which this module writes and reads.
    public let permissions: String

    public init(method: String, path: String, permissions: String) {
        self.method = method
        self.path = path
        self.permissions = permissions
    }

    /// Where a list that is not in memory looks for the path.
    public var place: Place { Place(PathTemplate(ResourcePath(path))) }

    /// What a path is found by: everything that can match a request has its first segment and its length.
    public struct Place: Hashable, Sendable {
        /// The first segment in lower case; empty for the path `/`.
        public let root: String
        /// How many segments there are.
        public let depth: Int

        init(_ template: PathTemplate) {
            self.init(segments: template.segments)
        }

        init(segments: some Collection<String>) {
            root = segments.first ?? ""
            depth = segments.count
        }
    }
}
