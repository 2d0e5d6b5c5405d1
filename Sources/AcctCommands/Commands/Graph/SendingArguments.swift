import ArgumentParser

/// `SendingOptions` as they are typed.
struct SendingArguments: ParsableArguments {
    @OptionGroup(title: "Kept answers")
    var kept: CacheArguments

    @OptionGroup(title: "Waiting")
    var transfer: TransferArguments

    var options: SendingOptions { SendingOptions(kept: kept.options, transfer: transfer.options) }
}
