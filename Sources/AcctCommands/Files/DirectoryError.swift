/// What can be wrong with a directory to bind.
enum DirectoryError: Error, Equatable {
    /// The current directory was removed.
    case nowhere
    case unusable(path: String, code: Int32)
    case notADirectory(path: String)
    /// It has no binding; the nearest above that has one.
    case notBound(path: String, nearest: String?)
}
