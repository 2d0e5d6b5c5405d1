import ArgumentParser
import HTTPTransport

/// How long a request may take and what is waited for.
struct TransferOptions: ParsableArguments {
    @OptionGroup
    var limit: MaxWaitOption

    @Flag(help: "Wait, at most for --max-wait, until what the request has begun is done, and print its end.")
    var wait = false

    var policy: RetryPolicy { limit.policy }
}
