import HTTPTransport
import MicrosoftGraph

extension Failure {
    init(_ error: BatchError) {
        switch error {
        case .invalid(let place, let problem):
            self.init(.usage, "\(place.asBeginning): \(problem.sentence)")
        case .duplicateID(let id, let place):
            self.init(
                .usage, "\(place.asBeginning): the id “\(id)” is there already. Give each request its own, or none.")
        case .unknownDependency(let id, let place):
            self.init(.usage, "\(place.asBeginning) depends on “\(id)”, which no request has as its id.")
        case .cycle(let place):
            self.init(.usage, "\(place.asBeginning) waits for itself in the end. Take one dependsOn out of the circle.")
        case .tooManyConnected(let place, let limit):
            self.init(
                .usage,
                "\(place.asBeginning): more than \(limit) requests depend on each other, and one batch holds \(limit). "
                    + "Send them in several runs.")
        case .unsupportedOrder(let place):
            self.init(
                .usage,
                "\(place.asBeginning): Graph takes a chain, or several requests that wait for the same one, and this is "
                    + "neither. Send the parts in several runs.")
        case .lateDependency(let place, let limit):
            self.init(
                .usage,
                "\(place.asBeginning): beyond the first \(limit) requests of stdin nothing can depend on anything. "
                    + "Put the requests into a file, which is read whole: acct batch FILE.")
        case .lateWrite(let place, let limit):
            self.init(
                .policy,
                "\(place.asBeginning): this is a write, and the \(limit) requests by which the profile was chosen were "
                    + "reads. Neither it nor anything after it was sent; say who writes with --profile, or use a file.")
        case .refused(let answer, let first):
            self.init(answer, of: "The batch that begins with the id \(first)")
        case .unanswered(let ids):
            self.init(
                .failed,
                "Graph answered a batch without \(ids.count) of its requests: \(ids.joined(separator: ", ")). "
                    + "Whether they were done is not known. Look before you send them again.")
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
        case .notUTF8: "this is not UTF-8."
        case .tooLong(let limit): "this is longer than \(limit) bytes."
        case .notARequest: "this is no request. Write it as GET /users/1, or as a JSON object in one line."
        case .notADocument: "“requests” has to be an array of requests."
        case .member(let name): "“\(name)” is missing or is not what it has to be. \(BatchProblem.form)"
        case .method(let method): "“\(method)” is no method that a batch takes: GET, POST, PATCH, PUT or DELETE."
        case .fullURL(let url): "“\(url)” has to be a path, such as /users/1: a batch has one host."
        case .otherVersion("beta"): "beta requests go into a batch of their own: acct batch --beta."
        case .otherVersion(let version): "\(version) requests go into a batch of their own, without --beta."
        case .nested: "a batch cannot hold a batch."
        case .untypedBody: "a body that is no object and no array needs a Content-Type among its headers."
        }
    }

    private static let form =
        "The form is {\"id\":\"1\",\"method\":\"GET\",\"url\":\"/users/1\",\"headers\":{},\"body\":{},\"dependsOn\":[\"0\"]}."
}
