import ArgumentParser
import FoundationEssentials
import MicrosoftGraph

/// The values of `--format`.
enum TableFormat: String, ExpressibleByArgument, CaseIterable {
    /// Aligned columns; on a terminal no wider than it.
    case table
    /// Comma-separated values with a header, lines that end in CR LF, and quotes where they are needed (RFC 4180).
    case csv
    /// Tab-separated values with a header. A tab, a line end and a backslash in a value are `\\t`, `\\n`, `\\r` and `\\\\`.
    case tsv
}

/// The items of a collection as rows, with a property in each column.
///
/// An item that is no object, such as a text, is a row with the column `value`. Text stands without quotes, `null` and a
/// missing property are empty, and all other values are the JSON that the server sent: no number is rounded.
struct ItemTable: CollectionFormatter {
    let isDocument = false
    private let format: TableFormat
    private let width: Int?
    private let selectsColumns: Bool
    var note: String? {
        let remarks = [widthRemark, otherPropertiesRemark].compactMap(\.self)
        return remarks.isEmpty ? nil : remarks.joined(separator: " ")
    }
    private var widthRemark: String?
    /// The properties of later pages that have no column, in their order.
    private var otherProperties: [String] = []
    /// Empty before the first page, unless the request selects properties.
    private var columns: [String]
    private var hasHeader = false
    /// The rows of an aligned table, whose widths depend on all of them.
    private var held: [[String]] = []

    /// - Parameters:
    ///   - columns: the properties that the request selects; empty for those of the first page.
    ///   - width: of the terminal that shows the output, in columns; nil for programs.
    init(_ format: TableFormat, columns: [String], width: Int? = nil) {
        self.format = format
        self.columns = columns
        self.width = width
        selectsColumns = !columns.isEmpty
    }

    mutating func text(of page: GraphPage, first count: Int) -> Data {
        text(of: page.items.prefix(count).map(JSONObjectText.init(item:)))
    }

    mutating func text(ofSingle page: GraphPage) -> Data {
        text(of: [JSONObjectText(item: page.body)]) + end(remainderAt: nil)
    }

    mutating func end(remainderAt remainder: String?) -> Data {
        // A header alone, if there was no page with items.
        guard format == .table else { return hasHeader ? Data() : text(of: []) }
        guard !columns.isEmpty else { return Data() }
        let shown = columns.indices.filter { selectsColumns || width == nil || hasValues($0) }
        let titles = shown.enumerated().map { place, column in
            TableColumn(columns[column], minimumWidth: 12, dropOrder: selectsColumns || place == 0 ? nil : -place)
        }
        let rows = held.map { row in shown.map { TableCell(row[$0]) } }
        let leftOut = width.map { Table.leftOut(titles, rows: rows, width: $0) } ?? 0
        if leftOut > 0 {
            widthRemark =
                "\(leftOut) \(leftOut == 1 ? "column does" : "columns do") not fit; --select names those to show."
        }
        return Data((Table.text(titles, rows: rows, width: width ?? .max, isStyled: false) + "\n").utf8)
    }

    /// Whether a row has something to show in a column.
    private func hasValues(_ column: Int) -> Bool { held.contains { $0[column] != "" && $0[column] != "[]" } }

    private mutating func text(of items: [JSONObjectText]) -> Data {
        let properties = selectsColumns ? [] : Self.properties(of: items)
        if columns.isEmpty { columns = properties }
        guard !columns.isEmpty else { return Data() }
        otherProperties += properties.filter { !columns.contains($0) && !otherProperties.contains($0) }
        let rows = items.map { item in columns.map { item.cell($0) ?? "" } }
        guard format != .table else {
            held += rows
            return Data()
        }
        let header = hasHeader ? [] : [columns]
        hasHeader = true
        return Data((header + rows).map(line).joined().utf8)
    }

    private var otherPropertiesRemark: String? {
        guard !otherProperties.isEmpty else { return nil }
        let names = otherProperties.listed(first: 5)
        return "No column for \(names), which the first page does not have; --select names the columns."
    }

    private func line(_ cells: [String]) -> String {
        switch format {
        // A terminal would show the CR.
        case .csv: cells.map(Self.quoted).joined(separator: ",") + (width == nil ? "\r\n" : "\n")
        case .tsv: cells.map(Self.escaped).joined(separator: "\t") + "\n"
        case .table: ""
        }
    }

    /// The properties of the items in the order in which they come first, without OData's annotations.
    private static func properties(of items: [JSONObjectText]) -> [String] {
        var seen: Set<String> = []
        return items.flatMap(\.names).filter { !$0.contains("@odata.") && seen.insert($0).inserted }
    }

    private static func quoted(_ cell: String) -> String {
        let isPlain = !cell.utf8.contains { [0x22, 0x2C, 0x0A, 0x0D].contains($0) }
        return isPlain ? cell : "\"\(cell.replacing("\"", with: "\"\""))\""
    }

    private static func escaped(_ cell: String) -> String {
        guard cell.utf8.contains(where: { [0x09, 0x0A, 0x0D, 0x5C].contains($0) }) else { return cell }
        return cell.unicodeScalars.reduce(into: "") { text, scalar in
            switch scalar {
            case "\t": text += "\\t"
            case "\n": text += "\\n"
            case "\r": text += "\\r"
            case "\\": text += "\\\\"
            default: text.unicodeScalars.append(scalar)
            }
        }
    }
}

extension JSONObjectText {
    /// The value of a property as a cell of a table. Services return a property in another case than it was selected in.
    fileprivate func cell(_ name: String) -> String? {
        let value = self[name] ?? names.first { $0.lowercased() == name.lowercased() }.flatMap { self[$0] }
        guard let value, value != Data("null".utf8) else { return nil }
        return Self.string(value) ?? String(decoding: value, as: UTF8.self)
    }
}
