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
        StandardStream.error.write(text)
        return readLine()
    }

    var list: String {
        let widths = [String(rows.count).count, 1] + PickerColumns(rows).usual
        let lines = rows.enumerated().map { index, row in
            let cells = ["\(index + 1)", row.isCurrent ? "*" : ""] + row.cells
            let padded = zip(cells, widths).map { $0 + String(repeating: " ", count: max(0, $1 - $0.displayWidth)) }
            return (padded + [row.why]).joined(separator: "  ")
        }
        return ([prompt] + lines).joined(separator: "\n") + "\n"
    }

    private var question: String { "Number (1-\(rows.count)), or Enter to cancel: " }
}
