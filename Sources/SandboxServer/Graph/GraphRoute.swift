import NIOHTTP1

/// One operation of Graph: where it is, who may use it and what it does.
struct GraphRoute {
    typealias Handler = (GraphCall) throws(GraphError) -> GraphAnswer

    enum Audience {
        case everybody
        case workAccounts
    }

    let method: HTTPMethod
    let pattern: [String]
    let audience: Audience
    /// Any one of these will do, as a delegated permission or as an application's role.
    let permissions: [String]
    let denial: GraphError
    let handler: Handler

    init(
        _ method: HTTPMethod, _ path: String, _ audience: Audience = .everybody, needs permissions: [String],
        else denial: GraphError = .denied, handler: @escaping Handler
    ) {
        self.method = method
        pattern = path.split(separator: "/").map { $0.lowercased() }
        self.audience = audience
        self.permissions = permissions
        self.denial = denial
        self.handler = handler
    }

    /// The values of the placeholders, nil if the path is another one.
    func parameters(in segments: [String]) -> [String: String]? {
        guard segments.count == pattern.count else { return nil }
        var parameters: [String: String] = [:]
        for (part, segment) in zip(pattern, segments) {
            if part.hasPrefix("{") {
                // `$count` and its like are never somebody's id.
                guard !segment.hasPrefix("$") else { return nil }
                parameters[String(part.dropFirst().dropLast())] = segment
            } else if part != segment.lowercased() {
                return nil
            }
        }
        return parameters
    }

    var isAboutMe: Bool { pattern.first == "me" }
}
