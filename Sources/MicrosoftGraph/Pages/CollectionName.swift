import HTTPTransport

extension ResourcePath {
    /// Whether a link to pages with this path can belong to the collection of another path.
    ///
    /// The paths of Graph's links differ from those that were requested: `me` becomes `users('ID')`, a folder gets its id,
    /// and a cast or `delta` is added. So only the names of the collections are compared, and the ids in paths that are the
    /// same but for them. False only where the link is certainly that of another collection.
    public func mayContinue(_ collection: ResourcePath) -> Bool {
        let (own, other) = (normalized, collection.normalized)
        guard let name = own.last, let wanted = other.last, name.isCollectionName, wanted.isCollectionName else {
            return true
        }
        guard name == wanted else { return false }
        guard own.count == other.count, zip(own, other).allSatisfy({ $0 == $1 || $0.isGUID && $1.isGUID }) else {
            return true
        }
        return own == other
    }

    /// The segments in lower case, with keys as segments of their own, without casts, functions and their arguments.
    private var normalized: [String] {
        var names = segments.map { $0.lowercased() }.flatMap { segment -> [String] in
            guard segment.hasSuffix(")"), let open = segment.firstIndex(of: "(") else { return [segment] }
            let key = segment[segment.index(after: open)...].dropLast()
            let name = String(segment[..<open])
            // A function has named arguments, or none.
            return key.hasPrefix("'") ? [name, key.filter { $0 != "'" }] : [name]
        }
        names.removeAll { $0 == "$" || $0.hasPrefix("microsoft.graph.") }
        if names.last == "delta" { names.removeLast() }
        return names
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
