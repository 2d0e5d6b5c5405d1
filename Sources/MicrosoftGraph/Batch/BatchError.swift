/// An invalid request of a batch, or an unusable response to a batch.
public enum BatchError: Error, Hashable, Sendable {
    /// The text at this place is not a request of a batch.
    case invalid(BatchPlace, BatchProblem)
    /// Two requests have the same id; ids are compared without case.
    case duplicateID(String, BatchPlace)
    /// No request has the id that this one depends on.
    case unknownDependency(String, BatchPlace)
    /// A request that depends on itself through others.
    case cycle(BatchPlace)
    /// The dependencies are neither a chain nor several requests that depend on the same one, which is all that Graph
    /// supports.
    case unsupportedOrder(BatchPlace)
    /// A dependency beyond the requests that are read before anything is sent.
    case lateDependency(BatchPlace, limit: Int)
    /// The batch as a whole was refused, so that none of its requests has a response; the id of the first one.
    case refused(GraphResponse, firstID: String)
}

/// The place of a request in the input of a batch.
public enum BatchPlace: Hashable, Sendable {
    /// A line, counted from 1 with empty lines and comments.
    case line(Int)
    /// The position in the `requests` of a document, from 1.
    case request(Int)
}

/// The reason why a text cannot be a request of a batch.
public enum BatchProblem: Error, Hashable, Sendable {
    case notUTF8
    case tooLong(limit: Int)
    /// Neither a method and a path nor a whole JSON object.
    case notARequest
    /// The document is not a JSON object with an array of `requests`.
    case notADocument
    /// The member is missing, or has another type than it must have.
    case member(String)
    case method(String)
    /// A full URL; a batch takes paths below its own version.
    case fullURL(String)
    /// A path of which something is missing.
    case gap(PathProblem, in: String)
    case otherVersion(String)
    /// A batch cannot hold a batch.
    case nested
    /// A body behind a method and a path, where it would be part of the URL.
    case bodyAfterPath
    /// A body that is neither an object nor an array and has no `Content-Type`.
    case untypedBody
}
