import Foundation
import HTTPTransport
import MicrosoftGraph

struct User: Decodable, Equatable {
    let id: String
}

/// Reads users from Microsoft Graph.
///
/// - Parameters:
///   - link: the link at which an earlier run has failed; nil to begin.
///   - accessToken: your source of tokens, such as the silent acquisition of the module AuthCore.
/// - Returns: the users that were read, and the link to resume from if a page failed.
func readUsers(
    from link: String? = nil, http: any HTTPClient,
    accessToken: @escaping @Sendable (_ forceRefresh: Bool, _ claims: String?) async throws -> Secret
) async throws -> (users: [User], resumeFrom: String?) {
    // Graph refuses a token with a 401, which may demand claims: both have to reach the source of tokens.
    let graph = GraphClient(endpoint: "https://graph.microsoft.com", http: http) { request in
        try await accessToken(request.forceRefresh, request.claims)
    }

    // One request. Any status is a response; its error has the id that Microsoft's support asks for.
    let me = try await graph.send(GraphRequest(path: "/me"))
    if let error = me.error {
        print("\(me.status) \(error.code): \(error.message) (request-id \(me.requestID ?? "unknown"))")
    }

    // All items of all pages, each as the JSON that the server sent.
    for try await item in graph.items(GraphRequest(path: "/me/memberOf")) {
        print(String(decoding: item, as: UTF8.self))
    }

    // Page by page, with the link to resume from when a page fails. Every page is wanted, so the next one is requested
    // while the current one is in use.
    var request = GraphRequest(path: "/users")
    try request.add(ODataQuery(select: ["id"], filter: "startsWith(mail,'a+b')", count: true))
    var users: [User] = []
    var pages = graph.pages(request, from: link, fetchingAhead: true).makeAsyncIterator()
    do {
        while let page = try await pages.next() {
            users += try page.items.map { try JSONDecoder().decode(User.self, from: $0) }
        }
    } catch GraphError.pageFailed(let response, let link) {
        print("Resume later from \(link): \(response.status) \(response.error?.code ?? "")")
        return (users, resumeFrom: link)
    }
    return (users, resumeFrom: nil)
}
