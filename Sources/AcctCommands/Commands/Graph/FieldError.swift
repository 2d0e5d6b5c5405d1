/// What is wrong with a field that was typed.
enum FieldError: Error, Equatable {
    /// A name with brackets that do not match.
    case name(String)
    /// No `=`, and it is no empty array either.
    case noValue(String)
    /// The name stands there twice.
    case repeated(String)
    /// One field makes an object or a value of what is an array to another.
    case conflict(String)
    case notJSON(String)
    case unreadable(name: String, file: String)
    /// The file's bytes are no UTF-8.
    case notText(name: String, file: String)
    /// Two things want to be read from stdin.
    case stdinTwice
    /// A query has names and values, and no objects.
    case nestedInQuery(String)

    /// What is wrong with a place in a value.
    enum Place: Error {
        case repeated, conflict
    }
}
