import CJq
import Foundation

/// A jq program, compiled by the system's libjq, which is loaded by the first one.
///
/// libjq 1.6 turns every number into a double: beyond 2⁵³ digits are lost, and 1.10 becomes 1.1. From 1.7 on it keeps
/// the digits of numbers that a program only moves. The program `.` does not run at all and keeps every byte.
///
/// Whoever calls, all that touches the program is done one after the other on `JQThread`.
final class JQProgram: @unchecked Sendable {
    /// What a program gives for a document, any number of them.
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
            let said = JQProgram.text(taking: message, or: "there is not enough memory").split(separator: "\n")
                .filter { !$0.hasPrefix("jq: ") || $0.hasPrefix("jq: error") }
            throw .badProgram(message: said.joined(separator: "\n").replacing("jq: error: ", with: ""))
        }
        self.program = program
        isIdentity = text.trimmingCharacters(in: .whitespacesAndNewlines) == "."
    }

    deinit {
        JQThread.run { cjq_free(program) }
    }

    /// Gives each value as soon as the program has made it; a program may never end.
    ///
    /// - Parameter document: one JSON document; an empty one has no values.
    /// - Throws: `notJSON`, `failed`, or what `body` throws.
    func run(on document: Data, _ body: (Value) throws -> Void) throws {
        guard document.contains(where: { !JQProgram.space.contains($0) }) else { return }
        try JQThread.run {
            Result {
                try start(document)
                if isIdentity, document.first.map(JQProgram.isStructure) ?? false { return try body(.json(document)) }
                while let value = try next() { try body(value) }
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

    /// The lines that a pipe gets: strings raw, everything else compact, without line ends.
    func run(on document: Data) throws -> [Data] {
        var values: [Data] = []
        try run(on: document) { values.append($0.bytes) }
        return values
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
        let reason = JQProgram.text(taking: message, or: "there is not enough memory")
        throw .notJSON(
            reason: reason.split(separator: " (while parsing", maxSplits: 1).first.map(String.init) ?? reason)
    }

    private static func text(taking message: UnsafeMutablePointer<CChar>?, or other: String) -> String {
        guard let message else { return other }
        defer { free(message) }
        return String(cString: message)
    }

    private static func isStructure(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[")
    }

    private static let space: [UInt8] = [0x20, 0x0A, 0x0D, 0x09]
}
