import CQRencode

/// A QR code as text for a terminal, so that a phone can take an address from the screen.
struct QRCode {
    /// Rows of modules, dark where true, without the quiet zone.
    let modules: [[Bool]]

    /// Nil when libqrencode is not installed, or the text is too long for a code.
    init?(_ text: String) {
        var symbol = cqrencode_symbol()
        guard cqrencode_encode(text, &symbol) else { return nil }
        defer { cqrencode_free(&symbol) }
        let width = Int(symbol.width)
        modules = (0..<width).map { row in
            (0..<width).map { column in symbol.modules[row * width + column] & 1 == 1 }
        }
    }

    /// Two rows in each line of half blocks. Light modules are drawn and dark ones left out, because most terminals are
    /// dark; readers take either. The quiet zone of four modules is part of the standard (ISO/IEC 18004).
    var text: String {
        let quiet = 4
        let width = modules.count + 2 * quiet
        func isLight(_ row: Int, _ column: Int) -> Bool {
            let (row, column) = (row - quiet, column - quiet)
            guard modules.indices.contains(row), modules.indices.contains(column) else { return row < width - quiet }
            return !modules[row][column]
        }
        return stride(from: 0, to: width, by: 2).map { row in
            String(
                (0..<width).map { column -> Character in
                    switch (isLight(row, column), isLight(row + 1, column)) {
                    case (true, true): "█"
                    case (true, false): "▀"
                    case (false, true): "▄"
                    case (false, false): " "
                    }
                })
        }.joined(separator: "\n")
    }

    var columns: Int { modules.count + 8 }
}
