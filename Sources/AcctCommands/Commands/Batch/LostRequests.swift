import HTTPTransport
import MicrosoftGraph

/// The requests of a batch without a response, or without all pages of it.
struct LostRequests {
    private(set) var count = 0
    private(set) var first: (request: BatchRequest, failure: Failure)?
    /// The number of requests without any response, and of the writes among them.
    private var openCount = 0
    private var writeCount = 0

    mutating func add(_ result: BatchResult, _ failure: Failure) {
        count += 1
        first = first ?? (result.request, failure)
        guard result.response == nil else { return }
        openCount += 1
        if result.request.isWrite { writeCount += 1 }
    }

    /// The outcome of the requests without a response; nil when each has one.
    var sentence: String? {
        guard openCount > 0 else { return nil }
        let open = openCount == 1 ? "1 request has no response" : "\(openCount) requests have no response"
        return switch writeCount {
        case 0: "\(open), and only read: send them again."
        case 1: "\(open). The write among them may have been carried out: check before you send it again."
        default:
            "\(open). The \(writeCount) writes among them may have been carried out: check before you send them again."
        }
    }

    /// The reason why a result is not complete; nil for a complete response, of any status.
    static func failure(of result: BatchResult) -> Failure? {
        switch result.outcome {
        case .success(let response):
            return response.pagingError.map { Failure($0, resumingAt: nil) }
        case .failure(let loss):
            let advice =
                result.request.isWrite
                ? "The write may have been carried out; check before you send it again."
                : "It only reads: send it again."
            return Failure(loss.kind, "\(loss.sentence) \(advice)")
        }
    }
}

extension BatchLoss {
    fileprivate var kind: Failure.Kind {
        switch self {
        case .missing, .malformed, .notABatch: .failed
        case .network(.cancelled): .cancelled
        case .network, .serverError: .network
        }
    }

    fileprivate var sentence: String {
        switch self {
        case .missing: "Graph's response to the batch lacks this request."
        case .malformed: "Graph's response to this request is not valid JSON."
        case .notABatch: "The response to the batch has no responses to its requests."
        case .network(.cancelled): "It was interrupted before the response arrived."
        case .network(let error): error.lossSentence ?? Failure(error).message
        case .serverError(let status): "The batch failed with status \(status)."
        }
    }
}
