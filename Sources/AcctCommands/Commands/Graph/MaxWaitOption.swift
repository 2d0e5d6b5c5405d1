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

    var policy: RetryPolicy { RetryPolicy(waiting: maxWait) }
}

extension RetryPolicy {
    /// A network that is down is tried again twice, or all the time that somebody asks for.
    init(waiting maxWait: TimeSpan?) {
        self.init()
        guard let maxWait else { return }
        self.maxWait = maxWait.duration
        networkRetries = nil
    }
}
