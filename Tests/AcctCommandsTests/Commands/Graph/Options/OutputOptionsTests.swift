import ArgumentParser
import Testing

@testable import AcctCommands

@Suite struct OutputOptionsTests {
    private func options(_ line: String) throws -> OutputOptions {
        try OutputOptions.parse(line.split(separator: " ").map(String.init))
    }

    /// The second one would replace what the first one has written.
    @Test(arguments: [
        "-o out --dump-header out", "-o out --dump-header ./out", "--write-status .//out -o ./out",
        "-o /tmp/../tmp/acct-x -D /tmp/acct-x",
    ])
    func oneFileHasOneOption(line: String) throws {
        let options = try options(line)
        #expect(throws: ValidationError.self) { try options.requireDistinctFiles(and: nil) }
    }

    @Test func linkIsTheFileThatItLeadsTo() throws {
        let tree = try TemporaryTree()
        let (file, link) = (try tree.file("file", ""), try tree.link("link", to: "file"))
        let options = try options("-o \(file)")
        #expect(throws: ValidationError.self) { try options.requireDistinctFiles(and: link) }
    }

    @Test(arguments: ["-o out --dump-header head", "-o /dev/null -D /dev/null", "-o a/out -D b/out", "--silent"])
    func otherFilesAreDistinct(line: String) throws {
        let options = try options(line)
        #expect(throws: Never.self) { try options.requireDistinctFiles(and: "delta") }
    }
}
