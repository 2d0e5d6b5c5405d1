import ArgumentParser
import HTTPTransport

/// The option that limits every wait of a command.
struct MaxWaitOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The longest to wait, such as 30s, 2m or 1h, for throttling, for a network that is down and for a silent "
                + "server; for each page and each batch anew. Default: 5m.",
            valueName: "time"),
        transform: { try TimeSpan(option: $0) })
    var maxWait: TimeSpan?

    /// A network that is down is tried again twice, or for as long as the person asks for.
    var policy: RetryPolicy {
        var policy = RetryPolicy()
        if let maxWait { (policy.maxWait, policy.networkRetries) = (maxWait.duration, nil) }
        return policy
    }
}

/// The options for how long a command waits, and for what.
struct WaitOptions: ParsableArguments {
    @OptionGroup
    var limit: MaxWaitOption

    @Flag(help: "Wait, up to --max-wait, until the operation that the request starts is done, and print its result.")
    var wait = false

    var policy: RetryPolicy { limit.policy }
}
