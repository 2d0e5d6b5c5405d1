import AccountProfiles
import FoundationEssentials
import HTTPTransport
import MicrosoftGraph

extension Failure {
    init(_ error: GraphError) {
        switch error {
        case .invalidEndpoint(let endpoint):
            self.init(.usage, "\"\(endpoint)\" is not a Graph host: write it as https://graph.microsoft.com.")
        case .foreignHost(let url, let graph):
            self.init(
                .policy,
                "\(url) is not on this profile's Graph host (\(graph)); the token is not sent there. "
                    + "Nothing was sent; give the path alone.")
        case .foreignLink(let link, let graph):
            self.init(
                .policy,
                "The link \"\(link)\" is not on this profile's Graph host (\(graph)) and was not followed: the token is not "
                    + "sent there.")
        case .invalidPath(let path):
            self.init(
                .usage, "\"\(path)\" is not a valid path: write it as in the documentation, such as /me/messages.")
        case .repeatedOption(let name):
            self.init(.usage, "\"\(name)\" is already in the query: give it once, in the path or as an option.")
        case .notJSON(let status):
            self.init(
                .failed, "The response with status \(status) is not a complete JSON document. \(Self.proxyHint)")
        case .webPage(let status):
            self.init(
                .network, "A web page came in place of a page of items (status \(status)). \(Self.networkPageHint)")
        case .notACollection:
            self.init(
                .failed,
                "A page has no list of items, so pages cannot be joined. Fetch it alone, without --paginate, --ndjson or "
                    + "--format.")
        case .malformedPage(let member):
            self.init(
                .failed,
                "A page is malformed: its \"\(member)\" is repeated or has the wrong type, so items could be missing. "
                    + "To see the page, fetch it alone, without --paginate, --ndjson or --format.")
        case .repeatedLink(let link):
            self.init(
                .failed,
                "The server repeated a link to the next page, so the run would never end. All items before it arrived; "
                    + "to stop there, add --max-items. The link: \(link)")
        case .pageFailed(let response, let link):
            self.init(response, of: "GET \(link)")
        case .noUploadURL(let status):
            self.init(
                .failed,
                "The upload could not begin: the response (status \(status)) has no upload URL. \(Self.proxyHint)")
        case .uploadSessionLost:
            self.init(
                .failed, "The server lost the upload session twice, and nothing was stored. Send the file again.")
        case .uploadStatusUnknown(let confirmed, let size):
            self.init(
                .failed,
                "The server confirmed \(confirmed) of \(size) bytes, and then neither the upload nor what is missing. "
                    + "\(Self.proxyHint) Look at the item before you send it again.")
        case .monitorFailed(let response):
            self.init(response, of: "The monitor of the operation")
        case .stillRunning(let monitor, let wait):
            self.init(
                .network,
                "The operation is still running on the server (\(monitor)); look again in "
                    + "\(wait.roundedUpSeconds) s. Do not send the request again; to wait longer next time, add "
                    + "--max-wait 1h.")
        }
    }

    /// An operation that the server has accepted, and whose monitor has failed. Nil where the reason says all: the
    /// operation is still running, or the wait was interrupted.
    init?(lostSightOf request: GraphRequest, _ error: any Error, as profile: ProfileName?) {
        if case GraphError.stillRunning = error { return nil }
        if case HTTPError.cancelled = error { return nil }
        let reason = Failure(error)
        let needsSignIn = reason.kind == .signInRequired
        self.init(
            // A URL that cannot be used is the server's, and not one that was typed.
            reason.kind == .usage ? .failed : reason.kind,
            "The server has accepted \(request.method) \(request.path), but its monitor does not say how it ended. "
                + "\(reason.text) Look at the result before you send the request again.",
            command: Self.checkCommand(for: request, as: profile))
        if needsSignIn { remedy = reason.remedy }
    }

    static func operationFailed(_ request: GraphRequest, reason: String) -> Failure {
        Failure(.api, "The operation that \(request.method) \(request.path) started has failed: \(reason).")
    }

    /// - Parameter type: the response's `Content-Type`.
    static func binaryResponse(type: String?) -> Failure {
        let type = type.map { " (\($0))" } ?? ""
        return Failure(.failed, "The response is binary\(type), which a terminal cannot show. Add --output FILE.")
    }

    static func tooLargeToHold(limit: Int) -> Failure {
        Failure(
            .failed,
            "The response is larger than \(limit >> 20) MiB, too large for --jq and for a terminal. Leave --jq out and add "
                + "--output FILE.")
    }

    private static let proxyHint = "A proxy may be in between; to see the request, add --verbose."
}

/// Responses with an error status. The body was printed before; the sentence repeats what a person needs of it.
extension Failure {
    /// - Parameter profile: the one that sent the request.
    init(_ response: GraphResponse, of request: GraphRequest, as profile: ProfileName? = nil) {
        let name = "\(request.method) \(request.path)"
        // acct sends such a request once, so to wait longer changes nothing.
        guard response.status == 503 || response.status == 504, !request.isSafeToRepeat else {
            self.init(response, of: name)
            if response.status == 401, response.redirectedHost == nil { message += " To see it, add --include." }
            return
        }
        self.init(response, unknownOutcomeOf: request, as: profile)
    }

    /// A response after which it is unknown whether a write was carried out, which must not be sent again blindly.
    init(_ response: GraphResponse, unknownOutcomeOf request: GraphRequest, as profile: ProfileName? = nil) {
        let problem = Self.problem(response, of: "\(request.method) \(request.path)")
        self.init(.network, "\(problem) \(Self.checkAdvice(for: request))")
        self.response = ResponseFacts(response, .system)
        remedy = Self.checkCommand(for: request, as: profile).map { Remedy($0) }
    }

    /// - Parameter request: in words, such as `GET /me`.
    init(_ response: GraphResponse, of request: String, clock: WallClock = .system) {
        let sentence = Self.problem(response, of: request)
        if GraphResponse.isThrottledOrUnavailable(response.status) {
            self.init(.network, sentence + Self.retryAdvice(after: response, clock))
        } else if response.hasExpiredLink(at: request) {
            self.init(.api, sentence + " The link has expired: start over from the path, without the link.")
        } else {
            self.init(.api, sentence + Self.advice(on: response))
        }
        self.response = ResponseFacts(response, clock)
    }

    /// The failure of a write that was sent before, without a clear response.
    var afterUnclearAttempt: Failure {
        var failure = self
        failure.message += " An earlier attempt, which got no clear response, may have carried it out."
        return failure
    }

    /// A success whose body Graph did not send: a web page, or JSON that is cut off. Nil for any other response.
    ///
    /// A file can hold anything, and so can a host that Graph redirects to.
    init?(unusable response: GraphResponse, of request: GraphRequest, as profile: ProfileName? = nil) {
        guard response.redirectedHost == nil, !request.readsContent else { return nil }
        if response.isWebPage {
            self.init(
                .network,
                "\(request.method) \(request.path) got a web page (status \(response.status)) instead of JSON. "
                    + Self.networkPageHint)
        } else if response.isMalformedJSON {
            self.init(GraphError.notJSON(status: response.status))
        } else {
            return nil
        }
        guard !request.isSafeToRepeat else { return }
        message += " \(Self.checkAdvice(for: request))"
        remedy = Self.checkCommand(for: request, as: profile).map { Remedy($0) }
    }

    /// The request that failed, with status, error and request id.
    private static func problem(_ response: GraphResponse, of request: String) -> String {
        let error = response.error
        let summary = [error?.code, error?.message].compactMap { $0 }.filter { !$0.isEmpty }.joined(separator: ": ")
        let host = response.redirectedHost.map { " of \($0)" } ?? ""
        let problem =
            "\(request) failed with status \(response.status)\(host)" + (summary.isEmpty ? "" : ": \(summary)")
        let date = response.date.map { " of \($0)" } ?? ""
        let reference = response.requestID.map { " (request-id \($0)\(date))" } ?? ""
        return sentence(problem + reference)
    }

    /// Advice that holds for every request.
    private static func advice(on response: GraphResponse) -> String {
        switch response.status {
        case 401 where response.redirectedHost != nil:
            " That host gets no token, only the address that Graph gave, which may have expired. Send the request again."
        case 401: " Graph also refused a new token. The header WWW-Authenticate says why."
        case 409 where response.error?.has(code: "nameAlreadyExists") == true:
            " Choose another name, or replace that item."
        case 507: " The drive is full: free some space and send it again."
        default: ""
        }
    }

    /// The time after which to try again, and the option that lets acct wait.
    private static func retryAdvice(after response: GraphResponse, _ clock: WallClock) -> String {
        guard let wait = RetryAfter.wait(in: response.headers, now: clock.now()) else {
            return " Try again later, or wait longer: --max-wait 1h."
        }
        let seconds = wait.roundedUpSeconds
        return " Try again in \(seconds) s, or let acct wait: --max-wait \(seconds + 60)s."
    }
}

/// A run over pages that ended early, and how to resume it.
extension Failure {
    /// - Parameters:
    ///   - link: the page that could not be fetched; nil before the first page.
    ///   - profile: the one that reads: another run could select another one.
    ///   - option: the one that chose several profiles; nil for a single profile.
    init(
        _ error: any Error, resumingAt link: String?, as profile: ProfileName? = nil, insteadOf option: String? = nil
    ) {
        self.init(error)
        switch error {
        // These links cannot be followed again.
        case GraphError.foreignHost, GraphError.foreignLink, GraphError.repeatedLink: return
        case HTTPError.bodyTooLarge:
            // The link leads to the same page again.
            message += " Request smaller pages, such as --top 100, or fewer fields with --select."
        default: addResumption(at: link, as: profile, insteadOf: option)
        }
    }

    init(
        _ response: GraphResponse, ofPage number: Int, at target: String, resumingAt link: String?,
        as profile: ProfileName? = nil
    ) {
        self.init(response, of: "page \(number), GET \(target)")
        if !response.hasExpiredLink(at: target) { addResumption(at: link, as: profile) }
    }

    private mutating func addResumption(
        at link: String?, as profile: ProfileName? = nil, insteadOf option: String? = nil
    ) {
        guard let link else { return }
        message = Self.sentence(message)
        remarks.append(.resumption(at: link, as: profile, insteadOf: option))
        resumeFrom = link
    }

    /// - Parameter number: of the item in the run, from 1.
    init(_ error: JQError, atItem number: Int) {
        self.init(error)
        message = "Item \(number): \(message)"
    }

    private static func sentence(_ text: String) -> String {
        text.last == "." || text.last == "?" ? text : text + "."
    }
}

extension Remark {
    /// The options that resume a run at a link. They are copied, and stay in one piece.
    ///
    /// - Parameter option: the one whose place they take; nil for none.
    static func resumption(at link: String, as profile: ProfileName? = nil, insteadOf option: String? = nil) -> Remark {
        let options = [String](options: ["-p": profile?.text, "--resume-from": link])
        let leadIn =
            option.map { "To resume, replace \($0) in the same command by:" } ?? "To resume, add to the same command:"
        return Remark(leadIn, command: SuggestedCommand(words: options))
    }
}
