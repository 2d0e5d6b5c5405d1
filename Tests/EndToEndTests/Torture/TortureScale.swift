import Foundation
import HostileInput
import Synchronization

/// The scale of the torture tests: a sample in each run of the tests, everything under `make torture`.
struct TortureScale {
    static let current = TortureScale(environment: ProcessInfo.processInfo.environment)

    let isFull: Bool
    /// The seed of every random choice, which each failure names. `ACCT_TORTURE_SEED` repeats it.
    let seed: UInt64
    /// The file for the figures that `make torture` shows at its end.
    private let figuresFile: String?

    init(environment: [String: String]) {
        isFull = environment["ACCT_TORTURE"] == "full"
        seed = environment["ACCT_TORTURE_SEED"].flatMap(UInt64.init) ?? UInt64.random(in: 1..<1_000_000)
        figuresFile = environment["ACCT_TORTURE_FIGURES"]
    }

    /// A random source of its own for each subject, so that one test run alone makes the same choices.
    func generator(for subject: String) -> SeededGenerator {
        // FNV-1a: Swift's own hashes differ from process to process.
        let hash = subject.utf8.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return SeededGenerator(seed: seed ^ hash)
    }

    /// All of these, or a random sample.
    func sample<Element>(_ elements: [Element], upTo count: Int, for subject: String) -> [Element] {
        guard !isFull, elements.count > count else { return elements }
        var generator = generator(for: subject)
        return elements.indices.shuffled(using: &generator).prefix(count).sorted().map { elements[$0] }
    }

    /// Prints the figures of one test, and adds them to the table of `make torture`.
    func report(_ subject: String, _ figures: KeyValuePairs<String, Int>) {
        let text = figures.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        print("Torture: \(subject): \(text) (ACCT_TORTURE_SEED=\(seed))")
        guard let figuresFile else { return }
        let lines = figures.map { "\(subject)\t\($0.value)\t\($0.key)\t\(seed)\n" }.joined()
        Self.writing.withLock { _ in
            let descriptor = open(figuresFile, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else { return }
            let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
            file.write(Data(lines.utf8))
        }
    }

    private static let writing = Mutex(())
}
