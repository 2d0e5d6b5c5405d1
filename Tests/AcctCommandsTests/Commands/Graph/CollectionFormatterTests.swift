import Foundation
import HostileInput
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct CollectionFormatterTests {
    private func printed(
        _ pages: [String], as form: any CollectionFormatter, first count: Int = .max,
        remainderAt remainder: String? = nil
    ) throws -> String {
        var form = form
        var (text, left) = (Data(), count)
        for page in pages {
            let page = try #require(GraphPage(Data(page.utf8)))
            text += try form.text(of: page, first: left)
            left -= min(left, page.itemCount)
        }
        text += try form.end(remainderAt: remainder)
        return String(decoding: text, as: UTF8.self)
    }

    private static let pages = [
        #"{"@odata.context":"c","value":[{"id":"1","@odata.type":"u","name":"a,b","n":1.10},{"id":"2","m":{"x": 1}}]}"#,
        #"{"value":[{"id":"3","name":null,"other":true}]}"#,
    ]

    @Test(arguments: [
        (TableFormat.csv, [], "id,name,n,m\r\n1,\"a,b\",1.10,\r\n2,,,\"{\"\"x\"\": 1}\"\r\n3,,,\r\n"),
        (.tsv, [], "id\tname\tn\tm\n1\ta,b\t1.10\t\n2\t\t\t{\"x\": 1}\n3\t\t\t\n"),
        (.csv, ["ID", "other"], "ID,other\r\n1,\r\n2,\r\n3,true\r\n"),
        (.table, ["id", "name"], "id  name\n1   a,b\n2\n3\n"),
    ])
    func itemsAreRowsOfTheSelectedPropertiesOrThoseOfTheFirstPage(
        format: TableFormat, columns: [String], text: String
    ) throws {
        #expect(try printed(Self.pages, as: ItemTable(format, columns: columns)) == text)
    }

    @Test func propertiesWithoutAColumnAreNamed() throws {
        for (columns, note) in [([], "No column for other, which the first page does not have"), (["id"], "")] {
            var table = ItemTable(.csv, columns: columns)
            for page in Self.pages {
                _ = table.text(of: try #require(GraphPage(Data(page.utf8))), first: .max)
            }
            #expect((table.note ?? "").hasPrefix(note) && (table.note == nil) == note.isEmpty)
        }
    }

    @Test(arguments: [
        (TableFormat.csv, ["id"], "id\r\n"), (.tsv, ["id", "name"], "id\tname\n"), (.table, ["id"], "id\n"),
        (.csv, [], ""),
        (.table, [], ""),
    ])
    func collectionWithoutItemsHasTheHeaderOfTheSelection(
        format: TableFormat, columns: [String], text: String
    ) throws {
        #expect(try printed([#"{"value":[]}"#], as: ItemTable(format, columns: columns)) == text)
    }

    @Test(arguments: [
        (#""a\nb""#, "\"a\nb\"", #"a\nb"#), (#""a\tb\\""#, #"a\tb\"#.replacing(#"\t"#, with: "\t"), #"a\tb\\"#),
        (#""say \"x\"""#, #""say ""x""""#, #"say "x""#), (#""\r\n""#, "\"\r\n\"", #"\r\n"#),
        ("9007199254740993", "9007199254740993", "9007199254740993"), ("[1,2]", "\"[1,2]\"", "[1,2]"),
        // Half of a surrogate pair, as of a text that was cut within a character.
        (#""x\ud83d""#, "x\u{FFFD}", "x\u{FFFD}"), (#""\ude00\ud83d\ude00""#, "\u{FFFD}😀", "\u{FFFD}😀"),
    ])
    func valuesAreQuotedOrEscaped(value: String, csv: String, tsv: String) throws {
        let page = #"{"value":[{"a":\#(value)}]}"#
        #expect(try printed([page], as: ItemTable(.csv, columns: [])) == "a\r\n\(csv)\r\n")
        #expect(try printed([page], as: ItemTable(.tsv, columns: [])) == "a\n\(tsv)\n")
    }

    @Test(arguments: [
        (#"{"value":["SMTP:a@x","smtp:b@x"]}"#, "value\r\nSMTP:a@x\r\nsmtp:b@x\r\n"),
        (#"{"value":[{"a":1},2,null,[1]]}"#, "a,value\r\n1,\r\n,2\r\n,\r\n,[1]\r\n"),
    ])
    func itemThatIsNoObjectIsARowToo(page: String, text: String) throws {
        #expect(try printed([page], as: ItemTable(.csv, columns: [])) == text)
    }

    @Test func itemThatIsNotUTF8IsARowToo() throws {
        let page = try #require(GraphPage(Data(#"{"value":[{"a":""#.utf8) + [0xE9] + Data(#""}]}"#.utf8)))
        var table = ItemTable(.csv, columns: [])
        #expect(String(decoding: table.text(of: page, first: .max), as: UTF8.self) == "a\r\n\u{FFFD}\r\n")
    }

    @Test func tableIsAsWideAsTheTerminalAndHasNoControlCharacters() throws {
        let page =
            "{\"value\":[{\"a\":\"\(String(repeating: "x", count: 90))\\u001b[31m\",\"b\":\"\(String(repeating: "y", count: 90))\"}]}"
        let text = try printed([page], as: ItemTable(.table, columns: [], width: 60))
        #expect(text.split(separator: "\n").allSatisfy { $0.count <= 60 } && !text.contains("\u{1B}"))
    }

    /// Columns of the first page without a value, and those that do not fit, are left out where a person reads.
    @Test func terminalShowsTheColumnsThatFit() throws {
        let members = (1...6).map { "\"p\($0)\":\"\(String(repeating: "v", count: 20))\"" }.joined(separator: ",")
        let page = try #require(GraphPage(Data("{\"value\":[{\"none\":null,\"empty\":[],\(members)}]}".utf8)))
        var table = ItemTable(.table, columns: [], width: 60)
        var text = table.text(of: page, first: .max)
        text += table.end(remainderAt: nil)
        let header = try #require(String(decoding: text, as: UTF8.self).split(separator: "\n").first)
        #expect(header.split(separator: " ") == ["p1", "p2", "p3", "p4"])
        #expect(table.note == "2 columns do not fit; --select names those to show.")
    }

    /// What a reader of RFC 4180 gets is what was in the items.
    @Test(arguments: SeededGenerator.seeds)
    func anyTextSurvivesCSV(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array("ab,\"\r\n\té ")
        let cells = (0..<20).map { _ in
            String(
                (0..<Int.random(in: 0...8, using: &generator)).compactMap { _ in
                    alphabet.randomElement(using: &generator)
                })
        }
        let items = try cells.map { String(decoding: try JSONEncoder().encode(["a": $0, "b": "x"]), as: UTF8.self) }
        let text = try printed(
            ["{\"value\":[\(items.joined(separator: ","))]}"], as: ItemTable(.csv, columns: ["a", "b"]))
        #expect(rows(text) == [["a", "b"]] + cells.map { [$0, "x"] })
    }

    private func rows(_ csv: String) -> [[String]] {
        var (rows, row, cell, isQuoted): ([[String]], [String], String, Bool) = ([], [], "", false)
        var rest = csv.unicodeScalars[...]
        while let scalar = rest.popFirst() {
            switch scalar {
            case "\"" where isQuoted && rest.first == "\"":
                cell.unicodeScalars.append("\"")
                rest.removeFirst()
            case "\"": isQuoted.toggle()
            case "," where !isQuoted: (row, cell) = (row + [cell], "")
            case "\r" where !isQuoted: break
            case "\n" where !isQuoted: (rows, row, cell) = (rows + [row + [cell]], [], "")
            default: cell.unicodeScalars.append(scalar)
            }
        }
        return rows
    }

    @Test func pagesBecomeAnArrayAsTheyCame() throws {
        #expect(try printed(Self.pages, as: PageArray()) == "[\(Self.pages.joined(separator: ","))]")
        #expect(try printed([], as: PageArray()) == "[]")
    }

    @Test func documentThatIsNoCollectionHasEachForm() throws {
        let page = try #require(GraphPage(Data(#"{"id": "x"}"#.utf8)))
        let forms: [(any CollectionFormatter, String)] = [
            (JoinedPages(), #"{"id": "x"}"#), (ItemLines(), "{\"id\": \"x\"}\n"), (PageArray(), #"[{"id": "x"}]"#),
            (ItemTable(.csv, columns: []), "id\r\nx\r\n"), (ItemTable(.table, columns: []), "id\nx\n"),
        ]
        for (form, text) in forms {
            var form = form
            let printed = try form.text(ofSingle: page)
            #expect(String(decoding: printed, as: UTF8.self) == text)
        }
    }
}
