import CJq
import FoundationEssentials
import Glibc
import HTTPTransport

/// A jq program, compiled by the system's libjq, which is loaded by the first one.
///
/// libjq 1.6 turns every number into a double: beyond 2⁵³ digits are lost, and 1.10 becomes 1.1. From 1.7 on it keeps
/// the digits of numbers that a program only moves. The program `.` does not run at all and keeps every byte.
///
/// Every call of libjq is made on `JQThread`, so calls never overlap.
final class JQProgram: @unchecked Sendable {
    /// A result of a program.
    enum Value: Hashable, Sendable {
        case string(Data)
        /// Anything but a string, as compact JSON.
        case json(Data)

        var bytes: Data {
            switch self {
            case .string(let bytes), .json(let bytes): bytes
            }
        }
    }

    private let program: OpaquePointer
    private let isIdentity: Bool

    /// - Throws: `libraryMissing` or `badProgram`.
    init(_ text: String) throws(JQError) {
        if let reason = cjq_load() { throw .libraryMissing(reason: String(cString: reason)) }
        // C would see a shorter program.
        guard !text.utf8.contains(0) else { throw .badProgram(message: "it holds a null character") }
        var message: UnsafeMutablePointer<CChar>?
        guard let program = JQThread.run({ cjq_compile(text, &message) }) else {
            // The last line counts the errors.
            let lines = Self.text(taking: message).split(separator: "\n")
                .filter { !$0.hasPrefix("jq: ") || $0.hasPrefix("jq: error") }
            throw .badProgram(message: lines.joined(separator: "\n").replacing("jq: error: ", with: ""))
        }
        self.program = program
        isIdentity = text.trimmingASCIIWhitespace() == "."
    }

    deinit {
        JQThread.run { [program] in cjq_free(program) }
    }

    /// Calls `body` with each result as soon as the program has made it; a program may never end.
    ///
    /// - Parameter document: one JSON document; an empty one has no results.
    /// - Throws: `notJSON`, `failed`, or what `body` throws.
    func run(on document: Data, _ body: @escaping (Value) throws -> Void) throws {
        guard !document.allSatisfy(\.isASCIIWhitespace) else { return }
        try JQThread.run {
            Result {
                try self.start(document)
                if self.isIdentity, document.first.map(Self.isStructure) ?? false { return try body(.json(document)) }
                while let value = try self.next() { try body(value) }
            }
        }.get()
    }

    private func next() throws(JQError) -> Value? {
        var bytes: UnsafePointer<CChar>?
        var length: Int32 = 0
        let result = cjq_next(program, &bytes, &length)
        let value = bytes.map { Data(bytes: $0, count: Int(length)) } ?? Data()
        switch result {
        case cjq_string: return .string(value)
        case cjq_json: return .json(value)
        case cjq_end: return nil
        default: throw JQError.failed(message: String(decoding: value, as: UTF8.self))
        }
    }

    private func start(_ document: Data) throws(JQError) {
        guard let length = Int32(exactly: document.count) else {
            throw .notJSON(reason: "it is larger than jq can take")
        }
        var message: UnsafeMutablePointer<CChar>?
        let isStarted = document.withUnsafeBytes {
            cjq_start(program, $0.bindMemory(to: CChar.self).baseAddress, length, &message)
        }
        guard !isStarted else { return }
        // libjq repeats the whole document behind its reason.
        let reason = Self.text(taking: message)
        throw .notJSON(
            reason: reason.split(separator: " (while parsing", maxSplits: 1).first.map(String.init) ?? reason)
    }

    /// The text of a message, which is freed. libjq gives none when memory is short.
    private static func text(taking message: UnsafeMutablePointer<CChar>?) -> String {
        guard let message else { return "there is not enough memory" }
        defer { free(message) }
        return String(cString: message)
    }

    private static func isStructure(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }
}

/// The thread that libjq is called on. Callers wait until their work is done.
enum JQThread {
    /// - Parameter work: done when this returns. It is declared as escaping because `withoutActuallyEscaping` compiles the
    ///   length of this file's path into the program, which then depends on the folder of the build.
    static func run<Outcome>(_ work: @escaping () -> Outcome) -> Outcome {
        var outcome: [Outcome] = []
        var job: () -> Void = { outcome.append(work()) }
        withUnsafeMutablePointer(to: &job) {
            cjq_perform({ $0?.assumingMemoryBound(to: (() -> Void).self).pointee() }, $0)
        }
        return outcome[0]
    }
}

/// A jq program that could not be run. Messages are libjq's.
enum JQError: Error, Hashable {
    case libraryMissing(reason: String)
    case badProgram(message: String)
    case notJSON(reason: String)
    case failed(message: String)
}
