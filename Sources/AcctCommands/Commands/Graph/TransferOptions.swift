import HTTPTransport

/// How long a request may take and what is waited for.
struct TransferOptions: Equatable {
    var maxWait: TimeSpan?
    /// Also for what the request has begun.
    var wait = false

    var policy: RetryPolicy { RetryPolicy(waiting: maxWait) }
}
