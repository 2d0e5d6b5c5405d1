/// The names that a mistyped one most likely meant.
public enum NearestNames {
    /// At most three of `names`, nearest first: those that begin with what was typed, or are within a third of
    /// its length in edits (Damerau's: insertion, deletion, substitution, transposition).
    public static func to(_ typed: String, among names: [ProfileName]) -> [ProfileName] {
        let typed = Array(typed.lowercased().prefix(64))
        guard !typed.isEmpty else { return [] }
        let limit = max(1, typed.count / 3)
        let near = names.compactMap { name -> (name: ProfileName, distance: Int)? in
            let candidate = Array(name.text.lowercased())
            let distance = candidate.starts(with: typed) ? 0 : edits(from: typed, to: candidate)
            return distance <= limit ? (name, distance) : nil
        }
        return near.sorted { ($0.distance, $0.name.text) < ($1.distance, $1.name.text) }.prefix(3).map(\.name)
    }

    /// Optimal string alignment distance, three rows at a time.
    static func edits(from source: [Character], to target: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...target.count)
        for (i, character) in source.enumerated() {
            var row = [i + 1]
            for (j, other) in target.enumerated() {
                var cost = min(row[j] + 1, last[j + 1] + 1, last[j] + (character == other ? 0 : 1))
                if i > 0, j > 0, character == target[j - 1], source[i - 1] == other {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[target.count]
    }
}
