import Foundation
import HTTPTransport
import HostileInput
import Testing

@testable import AcctCommands

/// The forms of the Azure CLI's output, as version 2.91.0 prints them.
@Suite struct AzureCLIOutputTests {
    private static let document: JSONValue = [
        "name": "N", "id": "I", "isDefault": .bool(true), "expires_on": .integer(12), "none": .null,
        "user": ["name": "alice@contoso.example", "type": "user"], "managedByTenants": ["a", "b"],
    ]

    private static func text(_ options: String..., environment: [String: String] = [:]) throws -> String? {
        let arguments = try #require(AzureCLIArguments(options, options: [:]))
        return try AzureCLIOutput(arguments, Environment(environment)).map {
            String(decoding: try $0.data(of: document), as: UTF8.self)
        }
    }

    @Test(arguments: [
        ("name", "N\n"), ("user.name", "alice@contoso.example\n"), (" user . type ", "user\n"), ("isDefault", "true\n"),
        ("expires_on", "12\n"), ("[name,id]", "N\nI\n"), ("[ name , nothing ]", "N\nNone\n"), ("nothing", ""),
        ("user", "alice@contoso.example\tuser\n"), ("managedByTenants", "a\nb\n"), ("name.first", ""),
        ("[user]", "alice@contoso.example\tuser\n"), ("[isDefault]", "true\n"),
    ])
    func queriesFindFields(query: String, text: String) throws {
        #expect(try Self.text("--query", query, "-o", "tsv") == text, "\(query)")
    }

    @Test(arguments: [
        "", "*", "@", "[]", "[].name", "[0]", "keys(@)", "{a:name}", "name || id", "\"azure-cli\"", "azure-cli",
        "name.",
        ".name", "[name", "name]", "[name,]", "['x']", "`1`", "name | [0]", "naïve", "1a", "a b", "[[name]]",
    ])
    func richerQueriesAreLeftToTheTool(query: String) throws {
        // Empty text is no query.
        let text = try Self.text("--query", query, "-o", "tsv")
        #expect((text == nil) == !query.isEmpty, "\(query)")
    }

    @Test func wholeDocumentIsPrinted() throws {
        #expect(try Self.text("-o", "tsv") == "12\tI\tTrue\t2\tN\tNone\t\n")
        #expect(try Self.text("-o", "none") == "")
        #expect(try Self.text("--query", "[name]") == "[\n  \"N\"\n]\n")
        let lines = try #require(try Self.text()).split(separator: "\n")
        #expect(lines.prefix(3) == ["{", "  \"expires_on\": 12,", "  \"id\": \"I\","])
    }

    @Test func formatComesFromTheEnvironment() throws {
        #expect(try Self.text("--query", "name", environment: ["AZURE_CORE_OUTPUT": "TSV"]) == "N\n")
        #expect(try Self.text("--query", "name", environment: ["AZURE_CORE_OUTPUT": ""]) == "\"N\"\n")
        #expect(
            try Self.text("--query", "name", "-o", "JSON", environment: ["AZURE_CORE_OUTPUT": "table"]) == "\"N\"\n")
        for format in ["table", "yaml", "jsonc", "x"] {
            #expect(try Self.text("-o", format) == nil)
            #expect(try Self.text(environment: ["AZURE_CORE_OUTPUT": format]) == nil)
        }
    }

    @Test func anyQueryIsReadOrRefused() {
        var generator = SeededGenerator(seed: 2)
        let pieces = ["[", "]", ",", ".", " ", "a", "name", "1", "é", "\u{0}", "\r\n", "_", "\u{301}"]
        for _ in 0..<3000 {
            let query = (0..<Int.random(in: 0...8, using: &generator)).map { _ in
                pieces.randomElement(using: &generator) ?? ""
            }.joined()
            _ = AzureCLIQuery(query)?.value(in: Self.document)
        }
    }
}
