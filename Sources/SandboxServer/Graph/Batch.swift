/// Up to twenty requests in one, each answered on its own.
struct Batch {
    let request: Request
    let version: String
    let respond: (Request) -> Response?

    func response() throws(GraphError) -> Response {
        throw .methodNotAllowed
    }
}
