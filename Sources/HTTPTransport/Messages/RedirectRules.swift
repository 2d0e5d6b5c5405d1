/// The rules for following a redirect.
enum RedirectRules {
    /// The request to send next; nil when the response is not a redirect (RFC 9110 §15.4).
    static func next(
        after head: ResponseHead, to request: HTTPRequest, at origin: HTTPOrigin
    ) throws(HTTPError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return nil
        }
        var next = request
        next.allowsPrivateAddress = false
        next.url = try resolve(location, from: request.url)
        let target = try validatedOrigin(of: next, from: origin)
        try changeMethod(of: &next, for: head.status)
        if target != origin { try leaveOrigin(&next) }
        return next
    }

    private static func resolve(_ location: String, from url: String) throws(HTTPError) -> String {
        do throws(HTTPError) {
            return try CurlURL(url).resolving(location)
        } catch {
            throw refusal(error)
        }
    }

    private static func validatedOrigin(
        of request: HTTPRequest, from origin: HTTPOrigin
    ) throws(HTTPError) -> HTTPOrigin {
        let target: HTTPOrigin
        do throws(HTTPError) { target = try RequestValidation.origin(of: request) } catch { throw refusal(error) }
        guard origin.scheme == "http" || target.scheme == "https" else {
            throw .refusedRedirect(reason: "the redirect leads from https to http")
        }
        return target
    }

    /// 303 turns every method but HEAD into a GET, 307 and 308 change nothing (RFC 9110 §15.4). After 301 and 302 browsers
    /// turn a POST into a GET: it was not carried out then, and the page that follows, such as one to sign in, would look
    /// like its response.
    private static func changeMethod(of request: inout HTTPRequest, for status: Int) throws(HTTPError) {
        if status == 301 || status == 302, request.method == "POST" {
            throw .refusedRedirect(reason: "the POST would become a GET")
        }
        guard status == 303, request.method != "GET", request.method != "HEAD" else { return }
        request.method = "GET"
        request.body = nil
        request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }

    /// Removes all that the caller meant for the origin alone: a header may be a credential whatever its name is. The
    /// fields that remain say which representation is requested, and describe a body that is sent again.
    private static func leaveOrigin(_ request: inout HTTPRequest) throws(HTTPError) {
        if case .secret = request.body {
            throw .refusedRedirect(reason: "the redirect would send a secret body to another origin")
        }
        request.clientCertificate = nil
        // Such a target needs no token, so the URL itself may be the credential.
        request.urlIsSecret = true
        let hasBody = request.body != nil
        request.headers.removeAll { field in
            if case .secret = field.value { return true }
            let name = field.name.lowercased()
            return !representationHeaders.contains(name) && !(hasBody && name.hasPrefix("content-"))
        }
    }

    private static let representationHeaders: Set<String> = ["accept", "range", "if-range"]

    private static func refusal(_ error: HTTPError) -> HTTPError {
        switch error {
        case .insecureURL(let host): .refusedRedirect(reason: "the redirect leads to \(host) over plain http")
        case .unsupportedURL(let reason): .refusedRedirect(reason: "the target cannot be used: \(reason)")
        default: error
        }
    }
}
