import Foundation
import Testing

@testable import AcctCommands

enum HandWrittenPage {
    static let names = [
        "acct-environment.7", "acct-exec.7", "acct-exit-codes.7", "acct-issuers.7", "acct-keys.7", "acct-pages.7",
        "acct-scripting.7", "acct-selection.7",
    ]
}

/// Checks that the hand-written pages are complete.
@Suite struct HandWrittenPageTests {
    @Test(arguments: Failure.Kind.allCases)
    func everyFailureKindIsOnThePage(_ kind: Failure.Kind) throws {
        let page = try Tree.text(of: "man/acct-exit-codes.7")
        let item = try #require(page.firstRange(of: "\n.It \(kind.exitCode)\n"), "no entry for \(kind.exitCode)")
        let entry = page[item.upperBound...].prefix { $0 != "\0" }.split(separator: "\n.It ").first ?? ""
        #expect(entry.contains(".Li \(kind.rawValue)"), "the entry for \(kind.exitCode) does not name \(kind.rawValue)")
    }

    @Test(arguments: try Variables.read())
    func everyVariableThatIsReadIsOnThePage(_ name: String) throws {
        let page = try Tree.text(of: "man/acct-environment.7")
        #expect(page.contains("Ev \(name)"), "the sources read \(name)")
    }

    /// A command that a terminal wraps is pasted as two.
    @Test(arguments: HandWrittenPage.names)
    func everyCommandOnALineOfItsOwnFitsIntoIt(_ name: String) throws {
        let (columns, indent) = (80, 11)
        for line in try Tree.text(of: "man/\(name)").split(separator: "\n") where line.hasPrefix(".Dl ") {
            let command = line.dropFirst(".Dl ".count).replacing("\\-", with: "-")
            #expect(command.count <= columns - indent, "\(command)")
        }
    }

    @Test(arguments: MicrosoftService.allCases)
    func everyServiceIsOnThePage(_ service: MicrosoftService) throws {
        #expect(try Tree.text(of: "man/acct-pages.7").contains("\n.It \(service.rawValue)\n"))
    }

    @Test func testsThatTheSecurityPageNamesExist() throws {
        let named = try Tree.text(of: "SECURITY.md").matches(of: /`(\w+Tests)`/).map { String($0.1) }
        #expect(named.count > 10)
        let files = try FileManager.default.subpathsOfDirectory(atPath: Tree.top.appending(path: "Tests").path)
        let suites = Set(files.map { URL(filePath: $0).deletingPathExtension().lastPathComponent })
        #expect(Set(named).subtracting(suites).isEmpty)
    }

    @Test func searchFindsTheVariables() throws {
        #expect(
            Set(try Variables.read()).isSuperset(of: ["ACCT_PROFILE", "ACCT_HOME", "BROWSER", "https_proxy", "HOME"]))
    }
}

/// The environment variables that the sources of `acct` name.
private enum Variables {
    static func read() throws -> [String] {
        let sources = Tree.top.appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var found: Set<String> = []
        for case let file as URL in files where file.pathExtension == "swift" && !isOfTheSandbox(file) {
            found.formUnion(names(in: try String(contentsOf: file, encoding: .utf8)))
        }
        // The client id of a system-assigned identity in MSAL's caches.
        return found.subtracting(["SYSTEM_ASSIGNED_MANAGED_IDENTITY"]).sorted()
    }

    /// `environment["NAME"]`, `value("NAME")`, and any other literal that is written as variables are.
    private static func names(in source: String) -> [String] {
        let subscripts = source.matches(of: /(?:environment\[|value\()"([A-Z_]+)"/).map { String($0.1) }
        let literals = source.matches(of: /"([A-Z]+(?:_[A-Z]+)+|[a-z]+_proxy)"/).map { String($0.1) }
        return subscripts + literals
    }

    private static func isOfTheSandbox(_ file: URL) -> Bool {
        file.pathComponents.contains { $0 == "SandboxServer" || $0 == "acct-sandbox" }
    }
}
