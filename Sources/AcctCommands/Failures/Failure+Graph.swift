import HTTPTransport
import MicrosoftGraph

extension Failure {
    init(_ error: GraphError) {
        switch error {
        case .foreignHost(let url, let graph):
            self.init(
                .policy,
                "\(url) is not on this profile's Graph host (\(graph)), and the token goes nowhere else. "
                    + "Nothing was sent; give the path alone.")
        case .invalidPath(let path):
            self.init(.usage, "“\(path)” cannot be a path: write it as the documentation does, such as /me/messages.")
        case .notJSON(let status):
            self.init(
                .failed,
                "A page came with status \(status) and is not a whole JSON document. "
                    + "A proxy may stand in between; see the request with --verbose.")
        case .notACollection:
            self.init(.failed, "A page has no list of items, so pages cannot be joined. Fetch it without --paginate.")
        case .repeatedLink(let link):
            self.init(.failed, "The server sent the same next page twice, which would never end: \(link)")
        case .pageFailed(let answer, let link):
            self.init(answer, of: "GET \(link)")
        }
    }

    /// An error status. The body was printed; this is what a person needs of it.
    init(_ answer: GraphResponse, of request: String) {
        let error = answer.error
        let said = [error?.code, error?.message].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
        let id = error?.requestID ?? answer.headers["request-id"]
        let sentence = "\(request) answered \(answer.status)" + (said.isEmpty ? "." : " \(said)")
        let date = error?.date ?? answer.headers["Date"]
        let reference = id.map { " (request-id \($0)\(date.map { ", \($0)" } ?? ""))" } ?? ""
        if answer.status == 429 || answer.status == 503 || answer.status == 504 {
            let wait = answer.headers["Retry-After"].map { " Try again in \($0) s." } ?? " Try again later."
            self.init(.network, sentence + reference + wait)
        } else {
            self.init(.api, sentence + reference)
        }
        status = answer.status
    }
}
