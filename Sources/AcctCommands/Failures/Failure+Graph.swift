import Foundation
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
        case .repeatedOption(let name):
            self.init(.usage, "“\(name)” is in the query already: give it once, in the path or as an option.")
        case .notJSON(let status):
            self.init(
                .failed,
                "A page came with status \(status) and is not a whole JSON document. "
                    + "A proxy may stand in between; see the request with --verbose.")
        case .notACollection:
            self.init(
                .failed,
                "A page has no list of items, so pages cannot be joined. Fetch it alone, without --paginate or --ndjson."
            )
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
        let sentence = "\(request) answered \(answer.status)" + (said.isEmpty ? "." : " \(said)")
        let date = answer.date.map { " of \($0)" } ?? ""
        let reference = answer.requestID.map { " (request-id \($0)\(date))" } ?? ""
        if answer.status == 429 || answer.status == 503 || answer.status == 504 {
            self.init(.network, sentence + reference + Failure.advice(after: answer))
        } else if answer.hasLostThePlace(at: request) {
            self.init(.api, sentence + reference + ". The link has expired: start over from the path, without it.")
        } else {
            self.init(.api, sentence + reference)
        }
        status = answer.status
    }

    /// When to come back, and what to type to have it waited for.
    private static func advice(after answer: GraphResponse) -> String {
        guard let wait = RetryAfter.wait(in: answer.headers, now: Date()) else {
            return " Try again later, or wait longer: --max-wait 1h."
        }
        let seconds = wait.roundedUpSeconds
        return " Try again in \(seconds) s, or let acct wait: --max-wait \(seconds + 60)s."
    }
}
