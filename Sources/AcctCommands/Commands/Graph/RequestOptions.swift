import Foundation
import HTTPTransport
import MicrosoftGraph

/// What is sent: method, headers and body.
struct RequestOptions: Equatable {
    var method: String?
    /// As “Name: value”.
    var headerLines: [String] = []
    /// A file, or - for stdin.
    var input: String?
    var beta = false
    var fields = FieldOptions()
    var query = ODataQuery()

    /// In upper case; a body makes it POST.
    var resolvedMethod: String {
        (method ?? (input == nil && fields.all.isEmpty ? "GET" : "POST")).uppercased()
    }

    /// What the options ask for.
    func request(for path: String) throws -> GraphRequest {
        var request = GraphRequest(method: resolvedMethod, path: try versioned(path), headers: try headers())
        try request.add(query)
        guard fields.stdinReaders + (input == "-" ? 1 : 0) < 2 else { throw FieldError.stdinTwice }
        request.body = try input.map(body(from:))
        if !request.isWrite || input != nil {
            try fields.add(to: &request)
        } else if !fields.all.isEmpty {
            request.body = .bytes(try fields.body())
        }
        if request.body != nil, !request.headers.contains("Content-Type") {
            request.headers["Content-Type"] = isContent(path) ? "application/octet-stream" : "application/json"
        }
        return request
    }

    /// Whether the body is a file's own bytes, of a kind that only its owner knows.
    private func isContent(_ path: String) -> Bool {
        input != nil && ["content", "$value"].contains(ResourcePath(path).segments.last)
    }

    private func headers() throws -> HTTPHeaders {
        var headers = HTTPHeaders()
        for line in headerLines {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
                throw Failure(.usage, "“\(line)” is not a header: write it as “Name: value”.")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.add(String(line[..<colon]), String(value))
        }
        return headers
    }

    private func versioned(_ path: String) throws -> String {
        guard beta else { return path }
        let bare = path.drop { $0 == "/" }
        switch ResourcePath(path).version {
        case "beta": return path
        case nil where ResourcePath(path).origin == nil: return "/beta/\(bare)"
        default: throw Failure(.usage, "The path says another version than --beta: leave one of the two out.")
        }
    }

    private func body(from input: String) throws -> HTTPBody {
        if input == "-" { return try SpooledInput().body() }
        guard FileManager.default.isReadableFile(atPath: input) else {
            throw Failure(.usage, "Cannot read \(input). Give a file with the body, or - for stdin.")
        }
        return .file(path: input)
    }
}
