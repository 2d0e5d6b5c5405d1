/// The built-in permission table: the requests that people use, checked by hand against Microsoft's documentation.
///
/// The table is text with one row a line:
///
///     GET,POST /me/calendars,events | Calendars.ReadWrite | = | =
///     ~GET /me/drive/items/{id} | Files.Read | = | Files.Read.All # A remark.
///
/// - Methods in upper case with commas between, then the path as the documentation writes it, without a version. Its last
///   segment can be several with commas between, or `*` for any number of segments.
/// - Three cells for work accounts, personal accounts and applications, in the form of ``PermissionText``.
/// - `~` before the methods marks a correction: Microsoft's published list is wrong or silent about this request.
/// - A remark for people follows ` # `.
/// - A line that begins with `#` is a comment.
///
/// The text is scanned at each lookup: it is read once or twice per command, and building an index would take longer.
enum BuiltInPermissions {
    static var rows: [PermissionRow] { rows { _ in true } }

    /// The rows that can match a path of this shape; the others are skipped without being parsed.
    static func rows(at place: PermissionEntry.Place) -> [PermissionRow] {
        rows { canMatch($0, place) }
    }

    private typealias Line = Slice<UnsafeBufferPointer<UInt8>>

    private static func rows(where isWanted: (Line) -> Bool) -> [PermissionRow] {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.split(separator: UInt8(ascii: "\n")).filter(isWanted).compactMap {
                PermissionRow(Substring(decoding: $0, as: UTF8.self))
            }
        } ?? []
    }

    private static func canMatch(_ line: Line, _ place: PermissionEntry.Place) -> Bool {
        guard let start = line.firstIndex(of: UInt8(ascii: "/")) else { return false }
        let path = line[start...].prefix { $0 != UInt8(ascii: " ") }
        let depth = path.count { $0 == UInt8(ascii: "/") }
        guard depth == place.depth || (depth < place.depth && path.last == UInt8(ascii: "*")) else { return false }
        let root = path.dropFirst().prefix { $0 != UInt8(ascii: "/") }
        return Substring(decoding: root, as: UTF8.self).alternative(matching: place.root) != nil
    }
}

/// One row of the built-in table, in the form that ``BuiltInPermissions`` describes.
struct PermissionRow {
    /// Whether Microsoft's published list is wrong or silent about these requests.
    let isCorrection: Bool
    let methods: Substring
    let path: Substring
    let permissions: Substring
    let remark: Substring?

    /// Nil for a comment and an empty line.
    init?(_ line: Substring) {
        guard let first = line.utf8.first, first != UInt8(ascii: "#"),
            let bar = line.utf8.firstIndex(of: UInt8(ascii: "|"))
        else { return nil }
        isCorrection = first == UInt8(ascii: "~")
        let head = line[..<bar].trimmed.utf8.split(separator: UInt8(ascii: " "))
        guard head.count == 2 else { return nil }
        methods = Substring(isCorrection ? head[0].dropFirst() : head[0])
        path = Substring(head[1])
        let tail = line[bar...].utf8.dropFirst()
        let mark = tail.firstIndex(of: UInt8(ascii: "#"))
        permissions = Substring(tail[..<(mark ?? tail.endIndex)])
        remark = mark.map { Substring(tail[$0...].dropFirst()).trimmed }
    }

    func serves(_ method: String) -> Bool {
        methods.utf8.split(separator: UInt8(ascii: ",")).contains { $0.elementsEqual(method.utf8) }
    }

    /// The requests of the row: each method with each path.
    var requests: [(method: String, path: String)] {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let paths = path[slash...].dropFirst().split(separator: ",").map { "\(path[..<slash])/\($0)" }
        return methods.split(separator: ",").flatMap { method in paths.map { (String(method), $0) } }
    }
}
