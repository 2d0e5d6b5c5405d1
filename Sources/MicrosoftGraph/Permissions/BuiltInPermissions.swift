import Glibc

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
    static func rows(at shape: PermissionEntry.PathShape) -> [PermissionRow] {
        rows { canMatch($0, shape) }
    }

    private static func rows(where isWanted: (TableText) -> Bool) -> [PermissionRow] {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            var (rows, rest) = ([PermissionRow](), TableText(bytes))
            while !rest.isEmpty {
                let line = rest.prefix(before: "\n")
                if isWanted(line), let row = PermissionRow(line.text) { rows.append(row) }
                rest = rest.dropFirst(line.count + 1)
            }
            return rows
        } ?? []
    }

    private static func canMatch(_ line: TableText, _ shape: PermissionEntry.PathShape) -> Bool {
        let path = line.dropFirst(line.prefix(before: "/").count).prefix(before: " ")
        let depth = path.count(of: "/")
        guard depth > 0, depth == shape.depth || (depth < shape.depth && path.last == UInt8(ascii: "*")) else {
            return false
        }
        return path.dropFirst(1).prefix(before: "/").text.alternative(matching: shape.root) != nil
    }
}

/// A part of the table in memory, searched with memchr(3): a batch looks up each of its requests.
private struct TableText {
    private let bytes: UnsafeBufferPointer<UInt8>

    init(_ bytes: UnsafeBufferPointer<UInt8>) {
        self.bytes = bytes
    }

    var isEmpty: Bool { bytes.isEmpty }
    var count: Int { bytes.count }
    var last: UInt8? { bytes.last }
    var text: Substring { Substring(decoding: bytes, as: UTF8.self) }

    /// Everything before the character; all of it where the character does not occur.
    func prefix(before character: Unicode.Scalar) -> TableText {
        guard let start = bytes.baseAddress, let found = memchr(start, Int32(character.value), bytes.count) else {
            return self
        }
        return TableText(UnsafeBufferPointer(start: start, count: UnsafeRawPointer(found) - UnsafeRawPointer(start)))
    }

    func dropFirst(_ count: Int) -> TableText {
        let count = min(count, bytes.count)
        return TableText(UnsafeBufferPointer(start: bytes.baseAddress.map { $0 + count }, count: bytes.count - count))
    }

    func count(of character: Unicode.Scalar) -> Int {
        var (occurrences, rest) = (0, self)
        while true {
            let part = rest.prefix(before: character)
            guard part.count < rest.count else { return occurrences }
            occurrences += 1
            rest = rest.dropFirst(part.count + 1)
        }
    }
}

/// A row of the built-in table, in the form that ``BuiltInPermissions`` describes.
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
