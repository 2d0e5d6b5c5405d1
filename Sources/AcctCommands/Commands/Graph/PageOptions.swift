import ArgumentParser

/// How much of a collection is fetched, and in which form.
struct PageOptions: Equatable {
    var paginate = false
    var ndjson = false
    var maxItems: Int?
    var resumeFrom: String?

    var isGiven: Bool { paginate || ndjson || maxItems != nil || resumeFrom != nil }

    func check() throws(ValidationError) {
        if let maxItems, maxItems < 1 { throw ValidationError("--max-items takes a number from 1.") }
    }
}
