import ArgumentParser

@testable import AcctCommands

/// A command's discussion, taken apart: paragraphs, the lists that they announce, and examples.
struct HelpText {
    enum Block {
        case paragraph(String)
        /// Indented lines after a paragraph that ends with a colon.
        case literal([String])
    }

    /// In their order, without the examples.
    private(set) var blocks: [Block] = []
    /// All other indented lines.
    private(set) var examples: [String] = []

    init(_ discussion: String?) {
        for line in (discussion ?? "").split(separator: "\n").map(String.init) {
            guard line.hasPrefix("  ") else {
                blocks.append(.paragraph(line))
                continue
            }
            let shown = String(line.dropFirst(2))
            switch blocks.last {
            case .literal(let lines): blocks[blocks.count - 1] = .literal(lines + [shown])
            case .paragraph(let text) where text.hasSuffix(":"): blocks.append(.literal([shown]))
            default: examples.append(shown)
            }
        }
    }

    func names(command: String) -> Bool {
        (lines + examples).contains { line in
            line.ranges(of: "acct \(command)").contains { found in
                line[found.upperBound...].first.map { !$0.isLetter && $0 != "-" } ?? true
            }
        }
    }

    private var lines: [String] {
        blocks.flatMap { block in
            switch block {
            case .paragraph(let text): [text]
            case .literal(let lines): lines
            }
        }
    }
}
