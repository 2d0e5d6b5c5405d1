import ArgumentParser

/// What becomes of the answer, whether it is one or a run of pages.
struct AnswerOptions: ParsableArguments {
    @OptionGroup(title: "Answer")
    var output: OutputOptions

    @OptionGroup(title: "Pages")
    var pages: PageOptions

    func validate() throws {
        if pages.isGiven, output.include {
            throw ValidationError("--include shows one answer: it does not go with pages.")
        }
    }
}
