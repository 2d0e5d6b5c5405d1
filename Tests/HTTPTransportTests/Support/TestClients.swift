import HTTPTransport

extension CurlHTTPClient {
    /// A client that ignores the proxies and certificates of this machine.
    static func isolated(_ environment: [String: String] = [:], log: RequestLog? = nil) -> CurlHTTPClient {
        CurlHTTPClient(environment: Environment(environment), userAgent: "test/1", log: log)
    }
}

extension HTTPClient {
    /// The error of an attempt; nil when it succeeded.
    func failure(sending request: HTTPRequest) async -> HTTPError? {
        do throws(HTTPError) {
            _ = try await send(request)
            return nil
        } catch {
            return error
        }
    }
}
