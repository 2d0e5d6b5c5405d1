import FoundationEssentials
import HTTPTransport

/// Fetches the further pages of the collections in the responses to a batch.
struct BatchPages: Sendable {
    let client: GraphClient
    /// The version of the API that the batch was sent to, `v1.0` or `beta`.
    let version: String

    /// The response with the items of all pages; any response but a page of a collection stays as it is.
    ///
    /// After an error the response has the items before it, the link to the remaining ones, and the error.
    func completed(_ response: BatchResponse) async -> BatchResponse {
        guard response.request.effectiveMethod == "GET", let first = response.page, let link = first.nextLink,
            first.isCollection
        else { return response }
        var request = response.request.standalone
        request.path = "/\(version)\(request.path)"
        var (joined, text, complete) = (JoinedPages(), Data(), response)
        var pages = client.pages(request, from: link).makeAsyncIterator()
        do {
            text += try joined.text(of: first)
            while let page = try await pages.next() { text += try joined.text(of: page) }
        } catch {
            complete.pagingError = error
        }
        complete.body = text + joined.end(remainderAt: complete.pagingError == nil ? nil : pages.link)
        return complete
    }
}

extension BatchResponse {
    /// The body as a page of a collection or as another document; nil for a failure and for a body of another kind.
    fileprivate var page: GraphPage? { isFulfilled ? body.flatMap(GraphPage.init) : nil }

    /// Whether the collection has pages that were not fetched.
    public var hasMorePages: Bool { page?.nextLink != nil }
}
