import HTTPTransport
import MicrosoftGraph

extension Failure {
    init(_ error: BatchError) {
        switch error {
        case .invalid(let place, let problem):
            self.init(.usage, "\(place.asBeginning): \(problem.sentence)")
        case .duplicateID(let id, let place):
            self.init(
                .usage, "\(place.asBeginning): the id \"\(id)\" is already used. Give each request its own id, or none."
            )
        case .unknownDependency(let id, let place):
            self.init(.usage, "\(place.asBeginning) depends on \"\(id)\", but no request has this id.")
        case .cycle(let place):
            self.init(
                .usage,
                "\(place.asBeginning) depends on itself through other requests. Remove one dependsOn of the circle."
            )
        case .unsupportedOrder(let place):
            self.init(
                .usage,
                "\(place.asBeginning): Graph supports a chain, or several requests that depend on the same one. "
                    + "Send these in several runs.")
        case .lateDependency(let place, let limit):
            self.init(
                .usage,
                "\(place.asBeginning): on stdin, only the first \(limit) requests can have dependsOn. "
                    + "Put the requests into a file: acct batch FILE.")
        case .refused(let response, let first):
            self.init(response, of: "The batch that begins with the id \(first)")
        }
    }
}

extension Failure {
    static func emptyBatch(_ file: String) -> Failure {
        Failure(
            .usage, "\(file == "-" ? "Stdin" : file) has no requests.", leadIn: "Write one a line, such as GET /me:",
            command: "acct why --batch FILE")
    }
}

extension Failure {
    /// The reason why a result is not complete; nil for a complete response, of any status.
    init?(incomplete result: BatchResult) {
        switch result.outcome {
        case .success(let response):
            guard let error = response.pagingError else { return nil }
            self.init(error, resumingAt: nil)
        case .failure(let loss):
            let advice =
                result.request.isWrite
                ? "The write may have been carried out; check before you send it again."
                : "It only reads: send it again."
            self.init(loss.kind, "\(loss.sentence) \(advice)")
        }
    }
}

extension BatchLoss {
    fileprivate var kind: Failure.Kind {
        switch self {
        case .missing, .malformed, .notABatch: .failed
        case .network(.cancelled): .cancelled
        case .network, .webPage: .network
        case .serverError(let status): GraphResponse.isThrottledOrUnavailable(status) ? .network : .api
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .missing: "Graph's response to the batch lacks this request."
        case .malformed: "Graph's response to this request is malformed."
        case .notABatch: "The response to the batch has no responses to its requests."
        case .webPage: "A web page came in place of the response to the batch. \(Failure.networkPageHint)"
        case .network(.cancelled): "It was interrupted before the response arrived."
        case .network(let error): error.lossSentence ?? Failure(error).message
        case .serverError(let status): "The batch failed with status \(status)."
        }
    }
}

extension BatchPlace {
    var inWords: String {
        switch self {
        case .line(let number): "line \(number)"
        case .request(let number): "request \(number)"
        }
    }

    fileprivate var asBeginning: String { inWords.prefix(1).uppercased() + inWords.dropFirst() }
}

extension BatchProblem {
    fileprivate var sentence: String {
        switch self {
        case .notUTF8: "not UTF-8."
        case .tooLong(let limit): "longer than \(limit) bytes."
        case .notARequest: "not a valid request. Write GET /users/1, or a JSON object on one line."
        case .notADocument: "\"requests\" must be an array of requests."
        case .member(let name): "\"\(name)\" is missing or has the wrong type. \(Self.form)"
        case .method(let method):
            "\"\(method)\" is not a method that a batch supports: use GET, POST, PATCH, PUT or DELETE."
        case .fullURL(let url): "\"\(url)\" must be a path, such as /users/1: a batch goes to one host."
        case .gap(.segment, let path):
            "a part of \"\(path)\" is empty, so this would change something else. \(Self.quoting)"
        case .gap(.dotSegment, let path): "\"\(path)\" has a part . or .., which would lead elsewhere: leave it out."
        case .gap(.optionName, let path): "the query of \"\(path)\" has a value without a name. \(Self.quoting)"
        case .otherVersion("beta"): "beta requests need a batch of their own: acct batch --beta."
        case .otherVersion(let version): "\(version) requests need a batch of their own, without --beta."
        case .nested: "a batch cannot contain a batch."
        case .bodyAfterPath:
            "a body cannot follow the path. Write the request as a JSON object: "
                + #"{"method":"POST","url":"/me/messages","body":{…}}."#
        case .untypedBody: "a body that is not a JSON object or array needs a Content-Type among its headers."
        }
    }

    private static let quoting =
        "The shell replaces $ref and $select in double quotes and after <<EOF: use single quotes, and <<'EOF'."

    private static let form =
        "The form is {\"id\":\"1\",\"method\":\"GET\",\"url\":\"/users/1\",\"headers\":{},\"body\":{},\"dependsOn\":[\"0\"]}."
}
