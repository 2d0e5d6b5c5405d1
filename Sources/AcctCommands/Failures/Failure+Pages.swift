import HTTPTransport
import MicrosoftGraph

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
