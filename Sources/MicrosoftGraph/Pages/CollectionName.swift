import HTTPTransport

extension ResourcePath {
    /// Whether a link to pages with this path can belong to the collection of another path.
    ///
    /// The paths of Graph's links differ from those that were requested: `me` becomes `users('ID')`, a folder gets its id,
    /// and a cast or `delta` is added. So only the names of the collections are compared, and the ids in paths that are the
    /// same but for them. False only where the link is certainly that of another collection.
    public func mayContinue(_ collection: ResourcePath) -> Bool {
        let (own, other) = (normalized, collection.normalized)
        guard let name = own.last, let wanted = other.last, name.isCollection, wanted.isCollection else { return true }
        guard name.text == wanted.text else { return false }
        let (texts, others) = (own.map(\.text), other.map(\.text))
        guard texts.count == others.count, zip(texts, others).allSatisfy({ $0 == $1 || $0.isGUID && $1.isGUID }) else {
            return true
        }
        return texts == others
    }

    /// A name or a key of the path, in lower case.
    private struct Part {
        let text: String
        /// Whether it stood in parentheses, and so is a key whatever it looks like.
        var isKey = false

        var isCollection: Bool { !isKey && text.isCollectionName }
    }

    /// The segments, with keys as parts of their own, without casts, functions and their arguments.
    private var normalized: [Part] {
        var parts = segments.map { $0.lowercased() }.flatMap { segment -> [Part] in
            guard segment.hasSuffix(")"), let open = segment.firstIndex(of: "(") else { return [Part(text: segment)] }
            let key = segment[segment.index(after: open)...].dropLast()
            let name = Part(text: String(segment[..<open]))
            // A function has named arguments, or none.
            return key.hasPrefix("'") ? [name, Part(text: key.filter { $0 != "'" }, isKey: true)] : [name]
        }
        parts.removeAll { $0.text == "$" || $0.text.hasPrefix("microsoft.graph.") }
        if parts.last?.text == "delta" { parts.removeLast() }
        return parts
    }
}

extension String {
    /// Whether the segment is the name of a collection, and not an id or the name of a file.
    fileprivate var isCollectionName: Bool {
        count < 40 && utf8.first?.isASCIILetter == true
            && utf8.allSatisfy { $0.isASCIILetter || $0 == UInt8(ascii: "_") || (0x30...0x39).contains($0) }
            && utf8.count { (0x30...0x39).contains($0) } < 2
    }
}
