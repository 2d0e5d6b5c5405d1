import Testing

@testable import MicrosoftGraph

@Suite struct BatchPlanTests {
    /// Requests as `id` or `id<other`, which waits for the other.
    private func requests(_ words: [String]) -> [BatchRequest] {
        words.enumerated().map { index, word in
            let parts = word.split(separator: "<").map(String.init)
            return BatchRequest(
                id: parts[0], method: "GET", url: "/", place: .line(index + 1), dependsOn: Array(parts.dropFirst()))
        }
    }

    private func packed(_ words: String) throws -> [String] {
        try BatchPlan(requests(words.split(separator: " ").map(String.init))).batches.map {
            $0.map(\.id).joined(separator: " ")
        }
    }

    @Test func independentRequestsArePackedByTwenty() throws {
        let plan = try BatchPlan(requests((1...45).map(String.init)))
        #expect(plan.batches.map(\.count) == [20, 20, 5])
        #expect(plan.batches.flatMap { $0.map(\.id) } == (1...45).map(String.init))
        #expect(try BatchPlan([]).batches.isEmpty)
    }

    @Test(arguments: [
        ("a b<a c", ["a b", "c"]), ("c a b<a", ["c", "a b"]), ("b<a a", ["a b"]), ("c<b b<a a", ["a b c"]),
        ("a b<a c<a d<A", ["a b c d"]), ("a b<a c d<c e", ["a b", "c d", "e"]), ("a b<a<A", ["a b"]),
    ])
    func connectedRequestsHaveABatchInTheOrderOfTheirDependencies(words: String, batches: [String]) throws {
        #expect(try packed(words) == batches)
    }

    @Test(arguments: [
        ("a<b", BatchError.unknownDependency("b", .line(1))), ("a<a", .cycle(.line(1))), ("a<b b<a", .cycle(.line(1))),
        ("x a<c b<a c<b", .cycle(.line(2))), ("a b c<a<b", .unsupportedOrder(.line(3))),
        ("a b<a c<a d<b", .unsupportedOrder(.line(4))),
    ])
    func orderThatGraphDoesNotSupportIsRejected(words: String, error: BatchError) {
        #expect(throws: error) { try packed(words) }
    }

    @Test func connectedRequestsStayTogetherBeyondTwenty() throws {
        let chain = ["1"] + (2...5000).map { "\($0)<\($0 - 1)" }
        let star = ["1"] + (2...5000).map { "\($0)<1" }
        for words in [chain, star, chain.reversed()] {
            let batches = try BatchPlan(requests(words)).batches
            #expect(batches.map { $0.map(\.id) } == [(1...5000).map(String.init)])
        }
    }
}
