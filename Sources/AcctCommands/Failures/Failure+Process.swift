extension Failure {
    /// Not even a pipe to wait at.
    static let noOpenFiles = Failure(
        .failed, "The system lets this program open no files. Allow it some and try again:", command: "ulimit -n 256")
}
