import HTTPTransport

/// The references in the query of a request.
///
/// A filter names the resources that it compares a user principal name or an id with. A mail address is no such
/// reference, since a guest's belongs to another tenant; nor is the owner of an app, which may be any tenant.
struct QueryReferences {
    let all: [ResourceReference]

    init(_ path: ResourcePath) {
        // A search in one's own mailbox names the senders of messages.
        guard !path.isUnderMe else {
            all = []
            return
        }
        all = path.query.flatMap { field in
            field.name.lowercased().hasSuffix("filter")
                ? Self.references(inFilter: field.value, named: field.name)
                : TextReferences(field.value, in: field.name).all
        }
    }

    private static func references(inFilter filter: String, named name: String) -> [ResourceReference] {
        clauses(of: filter).flatMap { clause -> [ResourceReference] in
            let compared = clause.prefix { $0 != "'" }.lowercased()
            guard !foreignProperties.contains(where: compared.contains) else { return [] }
            let users =
                compared.contains("userprincipalname") ? quoted(in: clause).compactMap { user($0, in: name) } : []
            return users + TextReferences(clause, in: name).all
        }
    }

    /// Properties whose values may belong to other tenants.
    private static let foreignProperties = [
        "ownerorganizationid", "hometenantid", "resourcetenantid", "mail", "proxyaddresses",
    ]

    /// `dana@fabrikam.example` is a user principal name, `@fabrikam.example` the end of one.
    private static func user(_ text: String, in name: String) -> ResourceReference? {
        guard let at = text.lastIndex(of: "@") else { return nil }
        let domain = text[text.index(after: at)...]
        guard domain.contains(".") else { return nil }
        return at == text.startIndex
            ? ResourceReference(.domain, String(domain), at: "\(text) in \(name)")
            : ResourceReference(.userPrincipalName, text, at: "\(text) in \(name)")
    }

    /// The filter split at `and` and `or` outside of quotes.
    private static func clauses(of filter: String) -> [String] {
        var clauses = [""]
        for (index, part) in filter.split(separator: "'", omittingEmptySubsequences: false).enumerated() {
            guard index % 2 == 0 else {
                clauses[clauses.count - 1] += "'\(part)'"
                continue
            }
            let pieces = part.replacing(" or ", with: " and ").split(
                separator: " and ", omittingEmptySubsequences: false)
            clauses[clauses.count - 1] += pieces[0]
            clauses += pieces.dropFirst().map(String.init)
        }
        return clauses
    }

    private static func quoted(in clause: String) -> [String] {
        clause.split(separator: "'", omittingEmptySubsequences: false).enumerated()
            .filter { $0.offset % 2 == 1 }.map { String($0.element) }
    }
}

/// The tenants and SharePoint hosts in a piece of free text.
struct TextReferences {
    let all: [ResourceReference]

    /// - Parameter place: the name of the text's place in the request, such as `$filter`.
    init(_ text: String, in place: String) {
        let words = text.utf8.split { !$0.isASCIIAlphanumeric && !"-.@".utf8.contains($0) }
            .compactMap { String(Substring($0)) }
        all = words.compactMap { word in
            if word.isGUID { return ResourceReference(.guid, word, at: "\(word) in \(place)") }
            let host = word.lowercased()
            return host.contains(".sharepoint") && !host.hasPrefix(".") && !word.contains("@")
                ? ResourceReference(.sharePointHost, word, at: "\(word) in \(place)") : nil
        }
    }
}
