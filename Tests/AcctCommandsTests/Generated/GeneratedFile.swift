import ArgumentParser
import Foundation
import Testing

@testable import AcctCommands

/// A file of the tree that is generated from the program.
struct GeneratedFile: Sendable, CustomTestStringConvertible {
    /// From the top of the tree.
    let path: String
    let text: String

    var testDescription: String { path }
    var url: URL { Tree.top.appending(path: path) }

    static func all() throws -> [GeneratedFile] {
        try manualPages() + completions() + [commandTable()] + (Mandoc.isInstalled ? [topics()] : [])
    }

    static func manualPages() throws -> [GeneratedFile] {
        try (DocumentedProgram.acct().pages + DocumentedProgram.sandbox().pages).map {
            GeneratedFile(path: "man/\($0.fileName)", text: $0.text)
        }
    }

    static func completions() -> [GeneratedFile] {
        [("acct.bash", Shell.bash), ("_acct", .zsh), ("acct.fish", .fish)].map { name, shell in
            GeneratedFile(path: "completions/\(name)", text: shell.completionScript + "\n")
        }
    }

    static func topics() throws -> GeneratedFile {
        GeneratedFile(path: "Sources/AcctCommands/Options/HelpTopic+Text.swift", text: try TopicText.source())
    }

    static func commandTable() throws -> GeneratedFile {
        GeneratedFile(
            path: "Sources/AcctCommands/Completion/CommandTable+Rows.swift", text: try CompletionText.tableSource())
    }
}

/// The tree that these tests were compiled from.
enum Tree {
    static let top = URL(filePath: #filePath).appending(path: "../../../..").standardizedFileURL

    static func text(of path: String) throws -> String {
        try String(contentsOf: top.appending(path: path), encoding: .utf8)
    }
}
