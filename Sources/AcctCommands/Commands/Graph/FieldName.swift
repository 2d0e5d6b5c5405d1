/// The name of a field, as `gh api` writes them: `a`, `a[b]` for a member of an object, `a[]` for an element of an array.
struct FieldName: Equatable {
    enum Step: Hashable {
        case member(String)
        case element
    }

    let text: String
    let steps: [Step]

    /// - Throws: `FieldError.name` for brackets that do not match and for an element without an array's name.
    init(_ text: String) throws(FieldError) {
        self.text = text
        let parts = text.split(separator: "[", omittingEmptySubsequences: false)
        guard let name = parts.first, !name.isEmpty, !name.contains("]") else { throw .name(text) }
        var steps = [Step.member(String(name))]
        for part in parts.dropFirst() {
            guard part.hasSuffix("]"), !part.dropLast().contains("]") else { throw .name(text) }
            let step = part.count == 1 ? Step.element : .member(String(part.dropLast()))
            // An array of arrays can be given as JSON.
            guard step != .element || steps.last != .element else { throw .name(text) }
            steps.append(step)
        }
        self.steps = steps
    }

    /// Nil where it names a part of something.
    var plain: String? { steps.count == 1 ? text : nil }
}
