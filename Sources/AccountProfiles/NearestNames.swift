/// The names that are most like a mistyped one.
public enum NearestNames {
    /// The names among which the nearest three are, so that no others have to be read.
    ///
    /// - Parameter keys: names in lower case.
    /// - Returns: the nearest three, and those at the same distance as the third.
    public static func candidates(for typed: String, amongKeys keys: [String]) -> [String] {
        let search = NameSearch(typed)
        let near = keys.compactMap { key in search.distance(to: key).map { (key: key, distance: $0) } }
        guard near.count > count else { return near.map(\.key) }
        let furthest = near.map(\.distance).sorted()[count - 1]
        return near.filter { $0.distance <= furthest }.map(\.key)
    }

    fileprivate static let count = 3
}

extension Collection where Element: CustomStringConvertible {
    /// At most three of these names, nearest first: those that begin with the typed text, or are within a third of its
    /// length in edits (Damerau's: insertion, deletion, substitution, transposition).
    public func nearest(to typed: String) -> [Element] {
        let search = NameSearch(typed)
        let near = compactMap { name in
            search.distance(to: name.description.lowercased()).map { (name: name, distance: $0) }
        }
        return near.sorted { ($0.distance, $0.name.description) < ($1.distance, $1.name.description) }
            .prefix(NearestNames.count).map(\.name)
    }
}

/// A typed name that is compared with many names.
struct NameSearch {
    private let typed: [Character]
    /// The same, where all characters are ASCII.
    private let bytes: [UInt8]?
    /// The largest distance of a name that is near.
    private let limit: Int

    init(_ typed: String) {
        let folded = typed.lowercased().prefix(64)
        self.typed = Array(folded)
        // CR LF is one character.
        bytes = folded.utf8.allSatisfy { $0 < 0x80 && $0 != 0x0D } ? Array(folded.utf8) : nil
        limit = max(1, self.typed.count / 3)
    }

    /// The number of edits to a name in lower case, 0 for one that begins with the typed text; nil for a name that is not
    /// near.
    func distance(to name: String) -> Int? {
        guard !typed.isEmpty else { return nil }
        // The names of profiles are mostly ASCII, and comparing bytes takes a fraction of the time.
        if let bytes, name.utf8.allSatisfy({ $0 < 0x80 }) {
            return distance(from: bytes, to: Array(name.utf8))
        }
        return distance(from: typed, to: Array(name))
    }

    private func distance<Element: Equatable>(from source: [Element], to target: [Element]) -> Int? {
        if target.starts(with: source) { return 0 }
        // Each edit changes the length by at most one.
        guard abs(source.count - target.count) <= limit else { return nil }
        return Self.edits(from: source, to: target, limit: limit)
    }

    /// Optimal string alignment distance, three rows at a time.
    ///
    /// - Returns: nil for more edits than the limit.
    static func edits<Element: Equatable>(from source: [Element], to target: [Element], limit: Int) -> Int? {
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        var row = last
        for (i, element) in source.enumerated() {
            row[0] = i + 1
            for (j, other) in target.enumerated() {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (element == other ? 0 : 1))
                if i > 0, j > 0, element == target[j - 1], source[i - 1] == other {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row[j + 1] = cost
            }
            // A transposition skips a row, so two rows must exceed the limit.
            guard row.contains(where: { $0 <= limit }) || last.contains(where: { $0 <= limit }) else { return nil }
            (beforeLast, last, row) = (last, row, beforeLast.isEmpty ? row : beforeLast)
        }
        return last[target.count] <= limit ? last[target.count] : nil
    }
}
