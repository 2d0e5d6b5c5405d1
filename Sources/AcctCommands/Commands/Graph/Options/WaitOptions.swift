import ArgumentParser
import HTTPTransport

/// The options for how long a command waits, and for what.
struct WaitOptions: ParsableArguments {
    @OptionGroup
    var limit: MaxWaitOption

    @Flag(help: "Wait, up to --max-wait, until the operation that the request starts is done, and print its result.")
    var wait = false

    var policy: RetryPolicy { limit.policy }
}
