import HTTPTransport

/// The address of a page that gets further parts. Everything else in it stays as it is.
enum PageAddress {
    /// The tenant as the path; an address with a path of its own, or with a tenant in its fragment, stays as it is.
    static func inserting(_ tenant: String, into url: String) -> String {
        let (address, fragment) = split(url)
        let path = address.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
        guard path.isEmpty || path == "/", !fragment.hasPrefix("#@") else { return url }
        return "\(address)\(path.isEmpty ? "/" : "")\(tenant)\(fragment)"
    }

    /// The fields that the query does not have yet. Empty values are left out.
    static func adding(_ fields: [(String, String)], to url: String) -> String {
        let (address, fragment) = split(url)
        let parts = address.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let query = parts.count > 1 ? parts[1] : ""
        let names = Set(query.split(separator: "&").map { $0.prefix { $0 != "=" }.lowercased() })
        let added = QueryString.make(fields.filter { !$1.isEmpty && !names.contains($0.lowercased()) })
        let whole = [String(query), added].filter { !$0.isEmpty }.joined(separator: "&")
        return parts[0] + (whole.isEmpty ? "" : "?\(whole)") + fragment
    }

    /// The part before the fragment, and the fragment with its `#`.
    static func split(_ url: String) -> (address: Substring, fragment: Substring) {
        let end = url.firstIndex(of: "#") ?? url.endIndex
        return (url[..<end], url[end...])
    }
}
