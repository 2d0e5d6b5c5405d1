/// The content of an `.acct` file: a profile's name, or `tenant=` and a tenant's GUID or domain.
///
/// Empty lines are ignored, and comments from a `#` to the end of the line.
public struct AcctFileContents: Hashable, Sendable {
    public static let name = ".acct"
    public static let sizeLimit = 4096

    public let target: Binding.Target

    public init(_ bytes: some Collection<UInt8>) throws(AcctFileSyntaxError) {
        guard bytes.count <= Self.sizeLimit else { throw .tooLong(limit: Self.sizeLimit) }
        var target: Binding.Target?
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in zip(1..., lines) {
            guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8(line: number) }
            let statement = Self.statement(in: text)
            if statement.isEmpty { continue }
            guard target == nil else { throw .second(line: number) }
            target = try Self.target(statement, line: number)
        }
        guard let target else { throw .empty }
        self.target = target
    }

    /// A line without its comment, the blanks around it and the carriage return of Windows.
    private static func statement(in line: String) -> Substring {
        let blanks = [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")]
        var text = line.utf8.prefix { $0 != UInt8(ascii: "#") }.drop(while: blanks.contains)
        while let last = text.last, blanks.contains(last) { text.removeLast() }
        return Substring(text)
    }

    private static func target(
        _ statement: Substring, line: Int
    ) throws(AcctFileSyntaxError) -> Binding.Target {
        if statement.hasPrefix("tenant=") {
            let text = statement.dropFirst("tenant=".count)
            guard let tenant = TenantName(text) else { throw .noTenant(String(text), line: line) }
            return .tenant(tenant.text)
        }
        guard (try? ProfileName(String(statement))) != nil else { throw .noName(String(statement), line: line) }
        return .profile(String(statement))
    }
}

/// An error in the content of an `.acct` file. Lines count from 1.
public enum AcctFileSyntaxError: Error, Hashable, Sendable {
    case tooLong(limit: Int)
    case notUTF8(line: Int)
    /// The file has no line but comments.
    case empty
    /// A second line that names a profile or tenant.
    case second(line: Int)
    case noName(String, line: Int)
    /// Neither a GUID nor a domain.
    case noTenant(String, line: Int)
}
