/// One line of the built-in table: `GET,POST /me/events | Calendars.ReadWrite | = | =`.
///
/// The last segment of the path can be several with commas between, or `*` for anything that follows. `~` before it:
/// checked by hand, where Microsoft's list is wrong or silent. Behind ` # ` stands a remark for people.
struct PermissionRow {
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

    /// Its requests, each method with each path.
    var requests: [(method: String, path: String)] {
        let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) ?? path.startIndex
        let paths = path[slash...].dropFirst().split(separator: ",").map { "\(path[..<slash])/\($0)" }
        return methods.split(separator: ",").flatMap { method in paths.map { (String(method), $0) } }
    }
}
