import FoundationEssentials

/// The reason why a request to Graph was not sent, or why its response cannot be used.
///
/// An error status is not among these: it comes with a ``GraphResponse``, whose ``GraphResponse/error`` reads the body.
public enum GraphError: Error, Hashable, Sendable {
    /// The client's endpoint is not scheme, host and port, such as `https://graph.microsoft.com`. Nothing was sent.
    case invalidEndpoint(String)
    /// A full URL that is not on the client's Graph host. Nothing was sent.
    case foreignHost(url: String, graph: String)
    /// A link in a response, or one to resume from, that is not on the client's Graph host. It was not followed.
    case foreignLink(String, graph: String)
    /// A path with a line break.
    case invalidPath(String)
    /// A query option to be added that the path has already.
    case repeatedOption(String)
    /// The response to a paged request is no whole JSON text.
    case notJSON(status: Int)
    /// A web page in place of a response: that of a proxy, or of a network that wants a sign-in of its own.
    case webPage(status: Int)
    /// The response has no `value` array of items, or is not even a JSON object.
    case notACollection
    /// A page has two members of this name, or a link of this name that is neither a string nor null. Which items there
    /// are, or whether more of them follow, is unknown.
    case malformedPage(member: String)
    /// A link that was followed already; following it again would never end.
    case repeatedLink(String)
    /// The response to a page had an error status; the link to resume from.
    case pageFailed(GraphResponse, link: String)
    /// The response that should create an upload session has no `uploadUrl`.
    case noUploadURL(status: Int)
    /// The upload session expired on the server, and so did the one after it.
    case uploadSessionLost
    /// The server confirmed this many bytes, and then neither returned the item nor named a missing range.
    case uploadStatusUnknown(confirmed: Int, size: Int)
    /// The monitor of an operation has an error status, so its end is not known.
    case monitorFailed(GraphResponse)
    /// An operation takes longer than the caller waits. The monitor's URL without its secrets, and the next wait.
    case stillRunning(monitor: String, wait: Duration)
}

/// The `error` object of Graph's documented error response.
public struct GraphServiceError: Hashable, Sendable, Decodable {
    /// A code such as `ErrorItemNotFound`; empty where the service sends none.
    public let code: String
    /// The codes of the nested inner errors, each more specific than the one before. Graph's documentation has clients use
    /// the last one that they know.
    public let innerCodes: [String]
    /// A text for people, which changes without notice.
    public let message: String
    /// The id that Microsoft's support asks for.
    public let requestID: String?
    /// The time in UTC without a zone, such as `2026-11-21T05:00:00`.
    public let date: String?

    /// - Parameter body: of a response; the result is nil when it has no `error` object.
    public init?(_ body: Data) {
        guard let envelope = try? JSONDecoder().decode(Envelope.self, from: body) else { return nil }
        self = envelope.error
    }

    public init(from decoder: any Decoder) throws {
        let members = try decoder.container(keyedBy: Member.self)
        code = (try? members.decode(String.self, forKey: .code)) ?? ""
        message = (try? members.decode(String.self, forKey: .message)) ?? ""
        let inner = Inner(in: members)
        innerCodes = inner?.codes ?? []
        requestID = inner?.requestID
        date = inner?.date
    }

    /// Whether the code or that of an inner error is this one, in any case.
    public func has(code: String) -> Bool {
        ([self.code] + innerCodes).contains { $0.lowercased() == code.lowercased() }
    }

    private struct Envelope: Decodable { let error: GraphServiceError }

    private struct Inner: Decodable {
        let codes: [String]
        let requestID, date: String?

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: Member.self)
            let inner = Inner(in: members)
            codes = [try? members.decode(String.self, forKey: .code)].compactMap { $0 } + (inner?.codes ?? [])
            requestID = (try? members.decode(String.self, forKey: .requestID)) ?? inner?.requestID
            date = (try? members.decode(String.self, forKey: .date)) ?? inner?.date
        }

        /// The inner error, if there is one. Services spell the member both ways.
        init?(in members: KeyedDecodingContainer<Member>) {
            guard
                let inner = (try? members.decode(Inner.self, forKey: .innerError))
                    ?? (try? members.decode(Inner.self, forKey: .innererror))
            else { return nil }
            self = inner
        }
    }

    private enum Member: String, CodingKey {
        case code, message, innerError, innererror, date
        case requestID = "request-id"
    }
}
