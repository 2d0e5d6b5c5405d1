import Foundation

/// Text as it is searched: in lower case and without diacritics.
struct FoldedText: Hashable, Sendable {
    let scalars: [Unicode.Scalar]
    /// Which character of the text each scalar came from; nil where every character is one scalar.
    private let origins: [Int]?

    init(_ text: String) {
        if text.utf8.allSatisfy({ 0x20..<0x7F ~= $0 }) {
            scalars = text.utf8.map { Unicode.Scalar(0x41...0x5A ~= $0 ? $0 + 0x20 : $0) }
            origins = nil
        } else {
            (scalars, origins) = FoldedText.fold(text)
        }
    }

    /// The index of a character in the text.
    func character(of scalar: Int) -> Int { origins?[scalar] ?? scalar }

    /// What was typed, as the words that all have to be found.
    var words: [[Unicode.Scalar]] {
        scalars.split(whereSeparator: \.properties.isWhitespace).map(Array.init)
    }

    /// Decomposing leaves the borders of characters where they are (Unicode Standard Annex 29), so that those can be
    /// counted afterwards.
    private static func fold(_ text: String) -> ([Unicode.Scalar], [Int]) {
        var folded: (scalars: [Unicode.Scalar], origins: [Int]) = ([], [])
        for (index, character) in text.decomposedStringWithCanonicalMapping.enumerated() {
            for scalar in character.unicodeScalars where !scalar.isDiacritic {
                for lower in scalar.properties.lowercaseMapping.unicodeScalars where !lower.isDiacritic {
                    folded.scalars.append(lower)
                    folded.origins.append(index)
                }
            }
        }
        return folded
    }
}

extension Unicode.Scalar {
    fileprivate var isDiacritic: Bool { !isASCII && properties.generalCategory == .nonspacingMark }
}
