/// The two ids of a request to Graph: the service's own, and the caller's, which stands in for it if there is none.
struct GraphRequestIDs {
    let request = RandomID.guid()
    let client: String

    init(_ request: Request) {
        client = request.header("client-request-id").flatMap(RandomID.normalizedGUID) ?? self.request
    }
}
