import Foundation

/// Choosing where the cursor cannot be moved: a numbered list, and a number typed on a line of its own.
struct NumberedChoice {
    let prompt: String
    private let rows: [PickerRow]

    private static let tries = 3

    init(prompt: String, items: [PickerItem]) {
        self.prompt = prompt.safeLine
        rows = items.map(PickerRow.init)
    }

    /// - Parameter ask: shows a text and returns the line that is typed; nil when there will be none.
    /// - Throws: `CancellationError`.
    func choose(asking ask: (String) -> String?) throws -> Int {
        var text = list
        for _ in 0..<Self.tries {
            guard let line = ask(text + question)?.trimmingCharacters(in: .whitespaces), !line.isEmpty else { break }
            if let number = Int(line), rows.indices.contains(number - 1) { return number - 1 }
            text = "“\(line.safeLine)” is not one of the numbers.\n"
        }
        throw CancellationError()
    }

    /// Questions go to stderr and are answered on stdin.
    static func askOnStandardStreams(_ text: String) -> String? {
        StandardStream.error.write(Data(text.utf8))
        return readLine()
    }

    var list: String {
        let widths = PickerColumns(rows).widths
        let digits = String(rows.count).count
        let lines = rows.enumerated().map { index, row in
            var line = CutLine(width: .max, isStyled: false)
            line.add(String(repeating: " ", count: digits - String(index + 1).count) + "\(index + 1)")
            line.add(row.isCurrent ? " * " : "   ")
            for (cell, columns) in zip(row.cells, widths) { line.add(cell, columns: columns + PickerColumns.gap) }
            line.add(row.why)
            return line.text
        }
        return ([prompt] + lines).joined(separator: "\n") + "\n"
    }

    private var question: String { "Number (1-\(rows.count)), or Enter to cancel: " }
}
