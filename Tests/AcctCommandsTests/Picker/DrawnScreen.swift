@testable import AcctCommands

/// A terminal that interprets the frames written to it. It supports only the sequences that a frame may use.
struct DrawnScreen {
    private(set) var lines: [[Character]]
    private(set) var line: Int
    private(set) var column = 0
    /// Text or sequences that a frame must not contain.
    private var surprises: [String] = []
    private var isCursorHidden = false
    private var wraps = true
    private let width: Int

    /// - Parameter line: the line of the cursor before the first frame.
    init(_ size: TerminalSize, line: Int = 0) {
        width = size.columns
        lines = Array(repeating: [], count: size.lines)
        self.line = line
    }

    /// The lines without trailing spaces and trailing empty lines.
    var text: [String] {
        var text = lines.map { line in
            var line = line[...]
            while line.last == " " { line.removeLast() }
            return String(line.filter { $0 != Self.secondHalf })
        }
        while text.last == "" { text.removeLast() }
        return text
    }

    /// The violations of the state that a frame must leave.
    var faults: [String] {
        surprises + (wraps ? [] : ["wraps no more"]) + (isCursorHidden ? ["hides the cursor"] : [])
    }

    private static let secondHalf: Character = "\u{0}"

    mutating func write(_ frame: String) {
        var rest = Substring(frame)
        while let character = rest.popFirst() {
            switch character {
            case "\r\n":
                column = 0
                feed()
            case "\r": column = 0
            case "\u{1B}": command(&rest)
            default: show(character)
            }
        }
    }

    private mutating func feed() {
        line += 1
        guard line == lines.count else { return }
        lines = lines.dropFirst() + [[]]
        line -= 1
    }

    private mutating func show(_ character: Character) {
        let text = String(character)
        if text.hasControlCharacters || character.isNewline { surprises.append("control \(text.debugDescription)") }
        if column + character.displayWidth >= width { surprises.append("in the last column: \(text)") }
        if wraps { surprises.append("would wrap: \(text)") }
        while lines[line].count < column + character.displayWidth { lines[line].append(" ") }
        for half in 0..<character.displayWidth { lines[line][column + half] = half == 0 ? character : Self.secondHalf }
        column += character.displayWidth
    }

    private mutating func command(_ rest: inout Substring) {
        // By scalars: a mark that follows is no part of the command.
        let parameters = String(rest.unicodeScalars.prefix { !Self.ends($0) }.dropFirst())
        rest = Substring(rest.unicodeScalars.drop { !Self.ends($0) })
        let number = Int(parameters) ?? 1
        switch (rest.unicodeScalars.popFirst(), parameters) {
        case ("K", _): lines[line] = Array(lines[line].prefix(column))
        case ("J", _):
            lines[line] = Array(lines[line].prefix(column))
            for below in lines.indices where below > line { lines[below] = [] }
        case ("A", _): line = max(0, line - number)
        case ("C", _): column += number
        case ("G", _): column = number - 1
        case ("h", "?25"): isCursorHidden = false
        case ("l", "?25"): isCursorHidden = true
        case ("h", "?7"): wraps = true
        case ("l", "?7"): wraps = false
        case ("m", _): break
        case (let final, _): surprises.append("ESC [ \(parameters) \(final.debugDescription)")
        }
    }

    private static func ends(_ scalar: Unicode.Scalar) -> Bool { "A"..."Z" ~= scalar || "a"..."z" ~= scalar }
}
