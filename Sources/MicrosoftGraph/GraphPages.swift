import Foundation

/// The pages of a collection in order, following `@odata.nextLink` until there is none.
///
/// An iteration throws `GraphError.pageFailed` for an error status, `.notJSON`, `.repeatedLink`, `.foreignHost`, or what
/// the transport and the token source throw.
public struct GraphPages: AsyncSequence, Sendable {
    public typealias Element = GraphPage

    let client: GraphClient
    let request: GraphRequest

    public func makeAsyncIterator() -> Iterator {
        Iterator(client: client, request: request)
    }

    public struct Iterator: AsyncIteratorProtocol {
        let client: GraphClient
        let request: GraphRequest
        private var next: Position = .first
        private var followed: Set<Int> = []

        private enum Position {
            case first
            case link(String)
            case done
        }

        init(client: GraphClient, request: GraphRequest) {
            self.client = client
            self.request = request
        }

        public mutating func next() async throws -> GraphPage? {
            switch next {
            case .done: return nil
            case .first: return try page(await client.send(request), at: request.path)
            case .link(let link): return try page(await client.send(request, link: link), at: link)
            }
        }

        private mutating func page(_ response: GraphResponse, at link: String) throws(GraphError) -> GraphPage {
            guard response.isSuccess else { throw .pageFailed(response, link: link) }
            guard let page = GraphPage(response.body) else { throw .notJSON(status: response.status) }
            guard let nextLink = page.nextLink else {
                next = .done
                return page
            }
            // Hashes keep the memory flat over any number of pages.
            guard followed.insert(nextLink.hashValue).inserted else { throw .repeatedLink(nextLink) }
            next = .link(nextLink)
            return page
        }
    }
}
