/// Why a request to Graph was not made, or what is wrong with its answer.
///
/// An error status is not here: it comes with a ``GraphResponse``, whose ``GraphResponse/error`` reads the body.
public enum GraphError: Error, Hashable, Sendable {
    /// A full URL, or a link in an answer, that is not on the profile's Graph host. Nothing was sent.
    case foreignHost(url: String, graph: String)
    /// A path with a line break.
    case invalidPath(String)
    /// A query option that is to be added stands in the path already.
    case repeatedOption(String)
    /// The answer to a paged request is not a JSON object.
    case notJSON(status: Int)
    /// The answer has no `value` array that pages could be joined on.
    case notACollection
    /// The server sent a link that was already followed; following it again would never end.
    case repeatedLink(String)
    /// A page answered with an error status; the link to go on from.
    case pageFailed(GraphResponse, link: String)
    /// The answer that should open an upload session names no URL to send to.
    case noUploadURL(status: Int)
    /// The server forgot the upload session, and the one after it as well.
    case uploadForgotten
    /// Everything was sent and the server neither has the item nor says what is missing.
    case uploadUnclear(sent: Int)
    /// An operation took longer than may be waited. The monitor's URL without its secrets, and the next wait.
    case stillRunning(monitor: String, wait: Duration)
}
