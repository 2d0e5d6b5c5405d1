/// The ids and positions of the requests of one run: sees to it that no id is used twice and makes those that are missing.
///
/// Made ids are numbers in order. Nothing is kept of them but how far they have come, and a hash of each that was given.
struct BatchIDs {
    private var given: Set<Int> = []
    private var counter = 0
    private var count = 0

    /// Gives ids to requests that are all known before any of them is sent: the given ones come first.
    mutating func assign(to requests: inout [BatchRequest]) throws(BatchError) {
        for request in requests where !request.id.isEmpty { try take(request) }
        for index in requests.indices {
            if requests[index].id.isEmpty { requests[index].id = made() }
            requests[index].position = count
            count += 1
        }
    }

    private mutating func take(_ request: BatchRequest) throws(BatchError) {
        let isMade = Int(request.id).map { $0 > 0 && $0 <= counter && String($0) == request.id } ?? false
        guard !isMade, given.insert(request.key.hashValue).inserted else {
            throw .duplicateID(request.id, request.place)
        }
    }

    private mutating func made() -> String {
        repeat { counter += 1 } while given.contains(String(counter).hashValue)
        return String(counter)
    }
}
