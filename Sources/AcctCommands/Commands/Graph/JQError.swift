/// What can go wrong with a jq program, with libjq's own words.
enum JQError: Error, Hashable {
    case libraryMissing(reason: String)
    case badProgram(message: String)
    case notJSON(reason: String)
    case failed(message: String)
}
