import HTTPTransport

/// The address of a page that gets further parts. Everything else in it stays as it is.
enum PageAddress {
    /// The tenant as the path; an address with a path of its own, or with a tenant in its fragment, stays as it is.
    static func inserting(_ tenant: String, into url: String) -> String {
        let (page, query, fragment) = split(url)
        let path = page.drop { $0 != "/" }.dropFirst(2).drop { $0 != "/" }
        guard path.isEmpty || path == "/", !fragment.hasPrefix("#@") else { return url }
        return "\(page)\(path.isEmpty ? "/" : "")\(tenant)\(query)\(fragment)"
    }

    /// The fields that the query does not have yet. Empty values are left out.
    static func adding(_ fields: [(String, String)], to url: String) -> String {
        let (page, query, fragment) = split(url)
        let names = Set(query.dropFirst().split(separator: "&").map { $0.prefix { $0 != "=" }.lowercased() })
        let added = QueryString.make(fields.filter { !$1.isEmpty && !names.contains($0.lowercased()) })
        let whole = [String(query.dropFirst()), added].filter { !$0.isEmpty }.joined(separator: "&")
        return page + (whole.isEmpty ? "" : "?\(whole)") + fragment
    }

    /// The scheme, host and path; the query with its `?`; the fragment with its `#`.
    static func split(_ url: String) -> (page: Substring, query: Substring, fragment: Substring) {
        let fragment = url.firstIndex(of: "#") ?? url.endIndex
        let query = url[..<fragment].firstIndex(of: "?") ?? fragment
        return (url[..<query], url[query..<fragment], url[fragment...])
    }
}
