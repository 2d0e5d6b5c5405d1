import ArgumentParser
import HTTPTransport

/// How long anything may be waited for.
struct MaxWaitOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The longest to wait, such as 30s, 2m or 1h, for throttling, for a network that is down and for a server "
                + "that is silent. Else 5m.",
            valueName: "duration"))
    var maxWait: TimeSpan?

    /// A network that is down is tried again twice, or all the time that somebody asks for.
    var policy: RetryPolicy {
        guard let maxWait else { return RetryPolicy() }
        var policy = RetryPolicy(maxWait: maxWait.duration)
        policy.networkRetries = nil
        return policy
    }
}
