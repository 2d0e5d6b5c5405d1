import ArgumentParser

/// What becomes of the answer, whether it is one or a run of pages.
struct AnswerOptions: Equatable {
    var output = OutputOptions()
    var pages = PageOptions()

    func check() throws(ValidationError) {
        try output.check()
        try pages.check()
        if pages.isGiven, output.include {
            throw ValidationError("--include shows one answer: it does not go with pages.")
        }
    }
}
