import CJq
import Foundation
import HostileInput
import Testing

@testable import AcctCommands

private let hasJQ = cjq_load() == nil

@Suite(.enabled(if: hasJQ, "libjq is not installed")) struct JQProgramTests {
    private static let users = """
        {"@odata.count":2,"value":[{"id":"a","n":1.5,"tags":["x","y"],"manager":null,"on":true},
        {"id":"b\\u0000c\\u00e9","n":-3e2,"tags":[],"deep":{"k":[1,[2]]},"on":false}]}
        """

    static let programs = [
        ".value[].id", ".value[0]", ".value|length", ".value|map(.id)", ".value[]|select(.on)|.id", "[.value[].tags[]]",
        ".value[]|[.id,.n]|@csv", ".value[]|[.id,.n]|@tsv", "..", ".value[1].deep", ".nothing", ".value[].manager",
        "keys", "to_entries|.[0].key", ".value|sort_by(.n)|.[].n", "empty", ".[\"@odata.count\"]+1", "{a:.value[0].on}",
        "[paths]", "tojson", ".value[0]|@json", ".value|map(.n)|add", "\"é\\u0000x\"", "[limit(3;range(10))]", "-0.0",
        "1e1000", "nan", ".value[]|.id|test(\"a\")", "try input catch .", "debug", "try error(\"x\") catch .",
        "@base64 \"\\(.value[0].id)\"",
        "def f(x): x*2; f(.value[0].n)", "first(range(infinite))", ". as {$value} | $value[0].tags", "null", "\"\"",
    ]

    /// The layout of libjq's values is not checked by a compiler, so the results are compared with the jq command.
    @Test(arguments: programs) func resultsMatchTheJQCommand(program: String) throws {
        let jq = try JQCommand.run(program, on: Data(Self.users.utf8))
        try #require(jq.status != 127, "jq is not installed")
        var said = Data()
        var failed = false
        do {
            try JQProgram(program).run(on: Data(Self.users.utf8)) { said += $0.bytes + [0x0A] }
        } catch is JQError {
            failed = true
        }
        #expect(String(decoding: said, as: UTF8.self) == String(decoding: jq.output, as: UTF8.self))
        #expect(failed == (jq.status != 0))
    }

    @Test func programRunsOnSeveralDocuments() throws {
        let program = try JQProgram(".id")
        for number in 0..<1000 {
            #expect(try program.run(on: Data("{\"id\":\"\(number)\"}".utf8)) == [Data("\(number)".utf8)])
        }
        #expect(throws: JQError.self) { try program.run(on: Data("1".utf8)) }
        #expect(try program.run(on: Data(#"{"id":true}"#.utf8)) == [Data("true".utf8)])
    }

    @Test func identityKeepsEveryByte() throws {
        let document = Data(#"{"b":9007199254740993, "a":1.10,"a":1}"#.utf8)
        #expect(try JQProgram(" . ").run(on: document) == [document])
        #expect(try JQProgram(".").run(on: Data(#""text""#.utf8)) == [Data("text".utf8)])
    }

    @Test(arguments: ["", " \n"]) func emptyDocumentHasNoResults(document: String) throws {
        #expect(try JQProgram("1").run(on: Data(document.utf8)) == [])
    }

    @Test(arguments: [
        ".[", "{", "nosuchfunction", "|", ".a ..b", "\"", "import \"nothing\" as n; .", "$nothing", "a\u{0}b",
    ])
    func invalidProgramIsRefusedWithAReason(text: String) throws {
        let error = try #require(#expect(throws: JQError.self) { _ = try JQProgram(text) })
        guard case .badProgram(let message) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!message.isEmpty && !message.contains("jq: error"))
    }

    @Test(arguments: ["<html>", "{", "{} {}", "[1,]", "\u{FEFF}x", String(repeating: "[", count: 100_000)])
    func invalidJSONIsRefusedWithoutRepeatingIt(document: String) throws {
        let error = try #require(throws: JQError.self) { try JQProgram(".").run(on: Data(document.utf8)) }
        guard case .notJSON(let reason) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!reason.contains("while parsing") && reason.count < 200)
    }

    @Test(arguments: [
        ("error(\"no\")", "no"), ("error({a:1})", "{\"a\":1}"), (".a", "Cannot index number"), ("halt_error", "1"),
        ("halt_error(3)", "1"),
    ])
    func failingProgramReportsItsError(text: String, message: String) throws {
        let error = try #require(throws: JQError.self) { try JQProgram(text).run(on: Data("1".utf8)) }
        guard case .failed(let said) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(said.contains(message))
    }

    @Test func resultsAreStreamedAndTheReaderCanStop() throws {
        struct Enough: Error {}
        var count = 0
        #expect(throws: Enough.self) {
            try JQProgram("range(infinite)").run(on: Data("1".utf8)) { _ in
                count += 1
                if count == 1000 { throw Enough() }
            }
        }
        #expect(try JQProgram("1,halt,2").run(on: Data("1".utf8)) == [Data("1".utf8)])
    }

    @Test(arguments: SeededGenerator.seeds) func randomProgramsAndDocumentsDoNotCrash(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let program = try JQProgram("..|tostring|ascii_downcase|length")
        for _ in 0..<200 {
            _ = try? JQProgram(generator.text(upTo: 20))
            _ = try? program.run(on: Data(generator.bytes(upTo: 40)))
            var document = Array(Self.users.utf8)
            document[Int.random(in: 0..<document.count, using: &generator)] = UInt8.random(
                in: 0...255, using: &generator)
            _ = try? program.run(on: Data(document))
        }
    }
}

extension JQProgram {
    /// The results as lines without line ends: strings raw, everything else compact.
    fileprivate func run(on document: Data) throws -> [Data] {
        var lines: [Data] = []
        try run(on: document) { lines.append($0.bytes) }
        return lines
    }
}

/// The real `jq`.
private enum JQCommand {
    static func run(_ program: String, on document: Data) throws -> (status: Int32, output: Data) {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = ["jq", "-rc", program]
        process.standardInput = input
        process.standardOutput = output
        process.standardError = FileHandle.nullDevice
        try process.run()
        try input.fileHandleForWriting.write(contentsOf: document)
        try input.fileHandleForWriting.close()
        let bytes = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return (process.terminationStatus, bytes)
    }
}
