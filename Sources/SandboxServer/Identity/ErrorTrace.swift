/// The identifiers Entra adds to each refusal so that support can find it in the logs.
struct ErrorTrace {
    let trace: String
    let correlation: String
    let time: Timestamp

    /// A caller's `client-request-id` comes back as the correlation id, if it is a GUID.
    init(request: Request, clock: Clock) {
        let sent = request.header("client-request-id") ?? request.query["client-request-id"]
        trace = RandomID.guid()
        correlation = sent.flatMap(RandomID.normalizedGUID) ?? RandomID.guid()
        time = Timestamp(clock.seconds)
    }

    func describe(_ error: EntraError, by service: Service = .entra) -> String {
        switch service {
        case .entra: break
        case .federation: return "MSIS9604: \(error.message)"
        case .userFlow:
            return "AADB2C\(error.userFlowCode): \(error.message)\r\nCorrelation ID: \(correlation)\r\n"
                + "Timestamp: \(time.entra)\r\n"
        }
        let lines = ["Trace ID: \(trace)", "Correlation ID: \(correlation)", "Timestamp: \(time.entra)"]
        return ([error.description] + lines).joined(separator: "\r\n")
    }

    func response(for error: EntraError, base: String) -> Response {
        var body: JSON = [
            "error": .string(error.error), "error_description": .string(describe(error)),
            "error_codes": [.integer(error.code)], "timestamp": .string(time.entra), "trace_id": .string(trace),
            "correlation_id": .string(correlation), "error_uri": .string("\(base)/error?code=\(error.code)"),
        ]
        body["suberror"] = error.suberror.map { .string($0) }
        return Response.json(body, status: error.status).uncached()
    }
}
