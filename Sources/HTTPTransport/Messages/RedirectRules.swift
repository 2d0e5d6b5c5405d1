/// What becomes of a request when it is answered by a redirect. Pure but for libcurl's URL parser.
struct RedirectRules {
    /// The request that goes to the next place, or nil when the answer is not a redirect (RFC 9110 §15.4).
    static func next(
        after head: ResponseHead, to request: HTTPRequest, at origin: HTTPOrigin
    ) throws(HTTPError) -> HTTPRequest? {
        guard [301, 302, 303, 307, 308].contains(head.status), let location = head.headers["Location"] else {
            return nil
        }
        var next = request
        next.allowsLinkLocal = false
        next.url = try resolve(location, from: request.url)
        let target = try checkedOrigin(of: next, cameFrom: origin)
        changeMethod(of: &next, for: head.status)
        if target != origin { try dropSecrets(from: &next) }
        return next
    }

    private static func resolve(_ location: String, from url: String) throws(HTTPError) -> String {
        do throws(HTTPError) {
            return try CurlURL(url).resolving(location)
        } catch {
            throw refusal(error)
        }
    }

    private static func checkedOrigin(
        of request: HTTPRequest, cameFrom origin: HTTPOrigin
    ) throws(HTTPError) -> HTTPOrigin {
        let target: HTTPOrigin
        do throws(HTTPError) { target = try RequestCheck.origin(of: request) } catch { throw refusal(error) }
        guard origin.scheme == "http" || target.scheme == "https" else {
            throw .refusedRedirect(reason: "it leads from https to http")
        }
        return target
    }

    /// The Fetch standard's rule, which is what servers expect: 301 and 302 turn a POST into a GET, 303 anything but a
    /// HEAD, 307 and 308 nothing.
    private static func changeMethod(of request: inout HTTPRequest, for status: Int) {
        let becomesGet =
            switch status {
            case 303: request.method != "GET" && request.method != "HEAD"
            case 301, 302: request.method == "POST"
            default: false
            }
        guard becomesGet else { return }
        request.method = "GET"
        request.body = nil
        request.headers.removeAll { $0.name.lowercased().hasPrefix("content-") }
    }

    private static func dropSecrets(from request: inout HTTPRequest) throws(HTTPError) {
        if case .secret = request.body {
            throw .refusedRedirect(reason: "it would send a secret body to another origin")
        }
        request.headers.removeAll { field in
            if case .secret = field.value { return true }
            return SensitiveName.isHeader(field.name)
        }
    }

    private static func refusal(_ error: HTTPError) -> HTTPError {
        switch error {
        case .insecureURL(let host): .refusedRedirect(reason: "it leads to \(host) over plain http")
        case .unsupportedURL(let reason): .refusedRedirect(reason: "its target cannot be used: \(reason)")
        default: error
        }
    }
}
