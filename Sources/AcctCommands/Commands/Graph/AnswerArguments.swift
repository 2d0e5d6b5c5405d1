import ArgumentParser

/// `AnswerOptions` as they are typed.
struct AnswerArguments: ParsableArguments {
    @OptionGroup(title: "Answer")
    var output: OutputArguments

    @OptionGroup(title: "Pages")
    var pages: PageArguments

    var options: AnswerOptions { AnswerOptions(output: output.options, pages: pages.options) }
}
