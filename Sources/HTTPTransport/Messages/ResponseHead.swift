/// The status line and the header block of one answer.
struct ResponseHead: Sendable, Hashable {
    /// As the server wrote it, such as `HTTP/1.1` or `HTTP/2`.
    var version: String
    var status: Int
    var headers = HTTPHeaders()
}
