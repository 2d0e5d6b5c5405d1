import ArgumentParser
import HTTPTransport

/// How long a request may take and what is waited for.
struct TransferOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The longest to wait, such as 30s, 2m or 1h, for throttling and for a network that is down. Else 5m.",
            valueName: "duration"))
    var maxWait: TimeSpan?

    @Flag(help: "Wait, at most for --max-wait, until what the request has begun is done, and print its end.")
    var wait = false

    /// A network that is down is tried again twice, or all the time that somebody asks for.
    var policy: RetryPolicy {
        guard let maxWait else { return RetryPolicy() }
        var policy = RetryPolicy(maxWait: maxWait.duration)
        policy.networkRetries = nil
        return policy
    }
}
