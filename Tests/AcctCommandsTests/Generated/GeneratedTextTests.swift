import Foundation
import Testing

@testable import AcctCommands

/// Manual pages and completions in the tree must match the program. `make generate` rewrites them.
@Suite struct GeneratedTextTests {
    private static let records = ProcessInfo.processInfo.environment["ACCT_RECORD"] == "1"

    @Test(arguments: try GeneratedFile.all())
    func fileMatchesTheProgram(_ file: GeneratedFile) throws {
        if Self.records { try file.text.write(to: file.url, atomically: true, encoding: .utf8) }
        let kept = try? String(contentsOf: file.url, encoding: .utf8)
        #expect(kept == file.text, "\(file.path) is stale. Run: make generate")
    }

    @Test func fieldsOfEachCommandsJSONAreOnItsPage() throws {
        for page in try GeneratedFile.manualPages() where page.text.contains(/\n\.It Fl .*json/) {
            #expect(page.text.contains("\n.Sh JSON OUTPUT\n"), "\(page.path)")
        }
    }

    /// A table cannot be wrapped, as a command can be by the person who copies it. mandoc indents it by 11 columns.
    @Test func tablesOfPagesFitATerminal() throws {
        for page in try GeneratedFile.manualPages() {
            for display in page.text.split(separator: ".Bd -literal -offset indent\n").dropFirst() {
                for line in display.split(separator: "\n").prefix(while: { $0 != ".Ed" })
                where line.contains(/\S {2,}\S/) {
                    let shown = line.replacing("\\-", with: "-").replacing("\\e", with: "\\").replacing("\\&", with: "")
                    #expect(shown.count + 11 <= 80, "\(page.path): \(shown)")
                }
            }
        }
    }

    @Test func everyPageHasItsCommand() throws {
        let pages = try GeneratedFile.manualPages().map(\.url.lastPathComponent) + HandWrittenPage.names
        let kept = try FileManager.default.contentsOfDirectory(atPath: Tree.top.appending(path: "man").path())
        // A page that is being written has a hidden file beside it.
        #expect(Set(kept.filter { !$0.hasPrefix(".") }) == Set(pages))
    }

    @Test(.enabled(if: Mandoc.isInstalled, "mandoc is not installed"), arguments: try Mandoc.pages())
    func mandocReportsNoProblem(_ page: String) throws {
        #expect(try Mandoc.lint(page) == "")
    }

    @Test(arguments: try Mandoc.pages())
    func everyReferenceHasItsPage(_ page: String) throws {
        let references = try Tree.text(of: "man/\(page)").matches(of: /Xr (acct[a-z-]*) ([17])/)
        #expect(!references.isEmpty)
        for reference in references {
            #expect(try Mandoc.pages().contains("\(reference.1).\(reference.2)"), "\(page): \(reference.0)")
        }
    }
}
