import AccountProfiles
import HTTPTransport

/// A line to choose from. Its texts may hold anything: they are made safe before they are shown.
struct PickerItem: Hashable, Sendable {
    let name: String
    /// Shown in columns beside the name and searched like it, the most important first. Each item has the same number.
    let details: [String]
    /// The kind of the account, in a column behind the details. It is not searched: most accounts share it. Nil in a list
    /// without that column.
    var kind: String?
    /// The reason to choose this one, dimmed at the end of the line; not searched.
    let reason: String
    var isCurrent = false
    /// A further column, for the difference from items that look alike, which is not searched; nil in a list where none
    /// do.
    var difference: String?
}

extension PickerItem {
    /// The items of a list of profiles.
    ///
    /// - Parameters:
    ///   - known: the names of tenants for people.
    ///   - reason: the reason to choose a profile.
    static func list(
        _ profiles: [Profile], given known: UsageHistory, current: ProfileName?, reason: (Profile) -> String
    ) -> [PickerItem] {
        let tenants = TenantNames(known.domains)
        let differences = ProfileDifferences(among: profiles, in: tenants)
        // A difference needs the room of columns that say the same of each.
        func isShown(_ column: (Profile) -> String) -> Bool {
            differences.isEmpty || Set(profiles.map(column)).count > 1
        }
        let (showsTenant, showsKind) = (isShown(tenants.name), isShown(\.kind.rawValue))
        return profiles.map { profile in
            PickerItem(
                name: profile.name.text, details: [profile.username] + (showsTenant ? [tenants.name(of: profile)] : []),
                kind: showsKind ? profile.kind.rawValue : nil, reason: reason(profile),
                isCurrent: profile.name == current, difference: differences.isEmpty ? nil : differences[profile])
        }
    }
}

/// An item whose texts are safe to show, and folded for the search.
struct PickerRow: Sendable {
    /// The name, then the details, then the kind and the difference if there are columns for them.
    let cells: [String]
    let hasDifference: Bool
    /// The position of the kind; nil without that column.
    let kindColumn: Int?
    let reason: String
    let isCurrent: Bool
    /// The cells that are searched: the name and the details.
    private let folded: [FoldedText]
    /// Whether each of them is a GUID, in which almost any few letters can be found scattered.
    private let isGUID: [Bool]

    init(_ item: PickerItem) {
        let searched = ([item.name] + item.details).map(\.safeLine)
        cells = searched + [item.kind, item.difference].compactMap(\.self).map(\.safeLine)
        hasDifference = item.difference != nil
        kindColumn = item.kind == nil ? nil : searched.count
        reason = item.reason.safeLine
        isCurrent = item.isCurrent
        folded = searched.map(FoldedText.init)
        isGUID = searched.map { $0.utf8.count == 36 && $0.isGUID }
    }

    func isGUID(_ cell: Int) -> Bool { cell < isGUID.count && isGUID[cell] }

    /// The sum of the words' scores; nil unless each of them is found.
    func score(_ words: [[Unicode.Scalar]]) -> Int? {
        var sum = 0
        for word in words {
            guard let best = best(word) else { return nil }
            sum += best.score
        }
        return sum
    }

    /// Whether each word is a piece of a searched cell.
    func contains(_ words: [[Unicode.Scalar]], inNameOnly: Bool) -> Bool {
        words.allSatisfy { word in
            folded.prefix(inNameOnly ? 1 : folded.count)
                .contains { FuzzyMatch(word, in: $0.scalars, mayScatter: false) != nil }
        }
    }

    /// The indices of the characters that match, for each cell.
    func marks(_ words: [[Unicode.Scalar]]) -> [Set<Int>] {
        var marks = cells.map { _ in Set<Int>() }
        for word in words {
            guard let best = best(word) else { continue }
            marks[best.cell].formUnion(best.match.positions.map(folded[best.cell].character))
        }
        return marks
    }

    /// The cell with the word's best score; among equals the name, then the first.
    private func best(_ word: [Unicode.Scalar]) -> (cell: Int, match: FuzzyMatch, score: Int)? {
        var best: (cell: Int, match: FuzzyMatch, score: Int)?
        for (cell, text) in folded.enumerated() {
            guard let match = FuzzyMatch(word, in: text.scalars, mayScatter: !isGUID[cell]) else { continue }
            let score = match.score + (cell == 0 ? 5 : 0)
            if score > best?.score ?? .min { best = (cell, match, score) }
        }
        return best
    }
}
