/// What is wrong with the requests of a batch, or with the answer to one.
public enum BatchError: Error, Hashable, Sendable {
    /// A request that is not one, and where it stands.
    case invalid(BatchPlace, BatchProblem)
    /// Ids are compared without case.
    case duplicateID(String, BatchPlace)
    case unknownDependency(String, BatchPlace)
    /// A request that waits for itself in the end.
    case cycle(BatchPlace)
    /// More requests depend on each other than one batch holds.
    case tooManyConnected(BatchPlace, limit: Int)
    /// Graph knows chains, and several requests that wait for the same one; this is neither.
    case unsupportedOrder(BatchPlace)
    /// A dependency beyond what is read before anything is sent.
    case lateDependency(BatchPlace, limit: Int)
    /// A write beyond what is read before anything is sent, where nobody said who may write.
    case lateWrite(BatchPlace, limit: Int)
    /// The batch as a whole was refused, so none of its requests was answered; the first of them.
    case refused(GraphResponse, firstID: String)
    /// The answer has nothing on these requests.
    case unanswered(ids: [String])
}

/// Where a request of a batch stands in what was read.
public enum BatchPlace: Hashable, Sendable {
    /// Counted from 1, with empty lines and comments.
    case line(Int)
    /// The position in the `requests` of a document, from 1.
    case request(Int)
}

/// Why something cannot be a request of a batch.
public enum BatchProblem: Hashable, Sendable {
    case notUTF8
    case tooLong(limit: Int)
    /// Neither a method and a path nor a whole JSON object.
    case notARequest
    /// The document is no JSON object with an array of `requests`.
    case notADocument
    /// The member is missing, or is of another type than it has to be.
    case member(String)
    case method(String)
    /// A batch takes paths below its own version.
    case fullURL(String)
    case otherVersion(String)
    /// A batch cannot hold a batch.
    case nested
    /// A body that is no object and no array has to say in a `Content-Type` what it is.
    case untypedBody
}
