/// The method that a server carries out, where a header names another one than the request line.
///
/// `X-HTTP-Method` is OData's header for method tunnelling ([MS-ODATA]), `X-HTTP-Method-Override` that of most
/// web frameworks. A server may honour either, both or none. So a header can turn a read into a write, but never a write
/// into a read: where the header is ignored, the write is done.
package enum MethodOverride {
    private static let names: Set<String> = ["x-http-method", "x-http-method-override"]

    package static func isRead(_ method: String) -> Bool { method == "GET" || method == "HEAD" }

    /// The method that a request is judged by, in upper case. The value of an override header that is no method counts as a
    /// write.
    ///
    /// - Parameter method: of the request line, in upper case.
    package static func effective(_ method: String, _ headers: HTTPHeaders) -> String {
        let values = headers.filter { names.contains($0.name.lowercased()) }.map { field in
            // A secret is no method that could be read here.
            if case .text(let value) = field.value { value } else { "secret" }
        }
        let named = values.lazy.flatMap { $0.split(separator: ",") }
            .map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ").uppercased() }
        return named.first { !$0.isEmpty && !isRead($0) } ?? method
    }
}

extension HTTPRequest {
    /// The method by which a retry is decided, in upper case: a header may name another one than ``method``. A request
    /// that is safe to repeat counts as a GET, one that is not as a POST.
    var methodForRetry: String {
        switch isSafeToRepeat {
        case true?: "GET"
        case false?: "POST"
        case nil: MethodOverride.effective(method, headers)
        }
    }

    /// Whether the request may be sent again although the server may have carried it out.
    var isIdempotent: Bool { RetryPolicy.isIdempotent(methodForRetry) }
}
