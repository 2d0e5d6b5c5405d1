import Foundation

/// Lets as many tests work at once as the machine has use for: each has a server and clients of its own.
actor Slots {
    static let shared = Slots(count: 2 * ProcessInfo.processInfo.activeProcessorCount)

    private var free: Int
    private var waiting: [CheckedContinuation<Void, Never>] = []

    init(count: Int) {
        free = count
    }

    nonisolated func taking<Result>(_ work: () async throws -> Result) async throws -> Result {
        await take()
        do {
            let result = try await work()
            await give()
            return result
        } catch {
            await give()
            throw error
        }
    }

    private func take() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    /// The slot passes on to the one that has waited longest.
    private func give() {
        guard waiting.isEmpty else { return waiting.removeFirst().resume() }
        free += 1
    }
}
