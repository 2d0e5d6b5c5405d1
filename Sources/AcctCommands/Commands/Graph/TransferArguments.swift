import ArgumentParser

/// `TransferOptions` as they are typed.
struct TransferArguments: ParsableArguments {
    @OptionGroup
    var limit: MaxWaitOption

    @Flag(help: "Wait, at most for --max-wait, until what the request has begun is done, and print its end.")
    var wait = false

    var options: TransferOptions { TransferOptions(maxWait: limit.maxWait, wait: wait) }
}
