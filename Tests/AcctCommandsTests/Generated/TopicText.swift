import Foundation

@testable import AcctCommands

/// The pages of section 7 as text, as a source file of the program: `acct help` shows them where no manual is installed.
enum TopicText {
    static func source() throws -> String {
        let texts = try HelpTopic.allCases.map { topic in
            let lines = try Mandoc.text(of: topic.page).split(separator: "\n", omittingEmptySubsequences: false)
            return """
                        case .\(topic):
                            #\"""
                \(lines.map { $0.isEmpty ? "" : "            \($0)" }.joined(separator: "\n"))
                            \"""#
                """
        }
        return """
            extension HelpTopic {
                /// The manual page as text. Made from `man/` by `make generate`; change it there.
                var text: String {
                    switch self {
            \(texts.joined(separator: "\n"))
                    }
                }
            }

            """
    }
}

extension Mandoc {
    /// A page as text of 80 columns, without the lines at its top and its end that a pager shows on paper.
    fileprivate static func text(of page: String) throws -> String {
        let text = try run(["-T", "ascii", "-O", "width=78", page])
        // A bold character is overstruck with itself, an underlined one with an underscore.
        let lines = text.replacing(/.\u{8}/, with: "").split(separator: "\n", omittingEmptySubsequences: false)
        return lines.dropFirst(2).dropLast(3).joined(separator: "\n")
    }
}
