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
            self.init(
                .failed,
                "The server sent the same next page twice, which would never end. What came before is whole; "
                    + "to have no more than that, add --max-items. The link: \(link)")
        case .pageFailed(let answer, let link):
            self.init(answer, of: "GET \(link)")
        default:
            self.init(transfer: error)
        }
    }

    private init(transfer error: GraphError) {
        switch error {
        case .noUploadURL(let status):
            self.init(
                .failed,
                "The upload could not begin: the answer (status \(status)) names no place to send to. "
                    + "A proxy may stand in between; see the request with --verbose.")
        case .uploadForgotten:
            self.init(.failed, "The server forgot the upload twice, and nothing was stored. Send it again.")
        case .uploadUnclear(let sent):
            self.init(
                .failed,
                "All \(sent) bytes were sent, and the server does not say what became of them. "
                    + "Look at the item before you send it again.")
        case .stillRunning(let monitor, let wait):
            self.init(
                .network,
                "The work is not done yet and goes on at the server (\(monitor)); look again in "
                    + "\(wait.roundedUpSeconds) s. Do not send the request again; next time wait longer: --max-wait 1h."
            )
        default:
            self.init(.failed, "\(error)")
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
            self.init(.api, sentence + reference + Failure.cure(of: answer))
        }
        status = answer.status
    }

    /// What to do about a refusal that everybody meets.
    private static func cure(of answer: GraphResponse) -> String {
        switch answer.status {
        case 401: " Graph refused a new token as well; see the challenge with --include."
        case 409 where answer.error?.code == "nameAlreadyExists": " Choose another name, or replace that item."
        case 507: " The drive is full: free some space and send it again."
        default: ""
        }
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

/// Why a run over pages ended early, and where to go on.
extension Failure {
    /// - Parameter link: the page that could not be fetched; nil before there was one.
    init(_ error: any Error, goingOnAt link: String?) {
        self.init(error)
        switch error {
        // There is no way on from these links.
        case GraphError.foreignHost, GraphError.repeatedLink, GraphError.notACollection: return
        case HTTPError.bodyTooLarge:
            // The link asks for the same page again.
            message += " A page is held whole: ask for smaller ones, such as --top 100, or for less with --select."
        default: if let link { message = Failure.sentence(message) + " " + Failure.goOn(at: link) }
        }
    }

    init(_ answer: GraphResponse, ofPage number: Int, at target: String, goingOnAt link: String?) {
        self.init(answer, of: "page \(number), GET \(target)")
        if let link, !answer.hasLostThePlace(at: target) {
            message = Failure.sentence(message) + " " + Failure.goOn(at: link)
        }
    }

    /// The way on from a link, for a shell.
    static func goOn(at link: String) -> String {
        "To go on from there, add --resume-from \(link.asShellWord) to the same command."
    }

    private static func sentence(_ text: String) -> String {
        text.last == "." || text.last == "?" ? text : text + "."
    }
}

extension GraphResponse {
    /// Whether the server no longer knows the place that a next link or a delta link stands for: 410 for a URL with a
    /// token, or what some services say with another status.
    ///
    /// - Parameter target: what was asked for.
    func hasLostThePlace(at target: String) -> Bool {
        let codes = ["syncstatenotfound", "syncstateinvalid", "resyncrequired", "directory_expiredpagetoken"]
        return (status == 410 && target.lowercased().contains("token"))
            || (error?.code.lowercased()).map(codes.contains) == true
    }
}
