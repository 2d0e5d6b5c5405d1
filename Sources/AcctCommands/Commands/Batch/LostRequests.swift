import MicrosoftGraph

/// The requests of a batch without a response, or without all pages of it.
struct LostRequests {
    private(set) var count = 0
    private(set) var first: (request: BatchRequest, failure: Failure)?
    /// The number of requests without any response, and of the writes among them.
    private var unansweredCount = 0
    private var writeCount = 0

    mutating func add(_ result: BatchResult, _ failure: Failure) {
        count += 1
        first = first ?? (result.request, failure)
        guard result.response == nil else { return }
        unansweredCount += 1
        if result.request.isWrite { writeCount += 1 }
    }

    /// The outcome of the requests without a response; nil when each has one.
    var sentence: String? {
        guard unansweredCount > 0 else { return nil }
        let problem =
            unansweredCount == 1 ? "1 request has no response" : "\(unansweredCount) requests have no response"
        return switch writeCount {
        case 0:
            unansweredCount == 1
                ? "1 read has no response: send it again."
                : "\(unansweredCount) reads have no response: send them again."
        case 1: "\(problem). The write among them may have been carried out: check before you send it again."
        default:
            "\(problem). The \(writeCount) writes among them may have been carried out: check before you send them again."
        }
    }
}
