import Foundation

/// What the query of a request names.
///
/// A filter compares. What it compares a user principal name or an id with says where to look; a mail address does not,
/// since a guest's is another tenant's, nor does an app's owner, who may be anybody.
struct QueryReferences {
    let all: [ResourceReference]

    init(_ path: ResourcePath) {
        // A search in one's own mail names whom the mail is from.
        all =
            path.isOwn
            ? []
            : path.query.flatMap { field in
                field.name.lowercased().hasSuffix("filter")
                    ? QueryReferences.mentions(filter: field.value, name: field.name)
                    : TextReferences(field.value, in: field.name).all
            }
    }

    private static func mentions(filter: String, name: String) -> [ResourceReference] {
        clauses(of: filter).flatMap { clause -> [ResourceReference] in
            let compared = clause.prefix { $0 != "'" }.lowercased()
            guard !elsewhere.contains(where: compared.contains) else { return [] }
            let users = compared.contains("userprincipalname") ? quoted(in: clause).compactMap { user($0, name) } : []
            return users + TextReferences(clause, in: name).all
        }
    }

    private static let elsewhere = [
        "ownerorganizationid", "hometenantid", "resourcetenantid", "mail", "proxyaddresses",
    ]

    /// `dana@fabrikam.example` is a name, `@fabrikam.example` the end of one.
    private static func user(_ text: String, _ name: String) -> ResourceReference? {
        guard let at = text.lastIndex(of: "@") else { return nil }
        let domain = text[text.index(after: at)...]
        guard domain.contains(".") else { return nil }
        return at == text.startIndex
            ? ResourceReference(.domain, String(domain), at: "\(text) in \(name)")
            : ResourceReference(.userPrincipalName, text, at: "\(text) in \(name)")
    }

    /// Split at `and` and `or` outside of quotes.
    private static func clauses(of filter: String) -> [String] {
        var clauses = [""]
        for (index, part) in filter.components(separatedBy: "'").enumerated() {
            guard index % 2 == 0 else {
                clauses[clauses.count - 1] += "'\(part)'"
                continue
            }
            let pieces = part.replacingOccurrences(of: " or ", with: " and ").components(separatedBy: " and ")
            clauses[clauses.count - 1] += pieces[0]
            clauses += pieces.dropFirst()
        }
        return clauses
    }

    private static func quoted(in clause: String) -> [String] {
        clause.components(separatedBy: "'").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
    }
}

/// What a piece of free text names: the tenants and SharePoint hosts in it.
struct TextReferences {
    let all: [ResourceReference]

    /// - Parameter place: what the text is, such as `$filter`.
    init(_ text: String, in place: String) {
        let words = text.utf8.split { !TextReferences.isWordByte($0) }.compactMap { String(Substring($0)) }
        all = words.compactMap { word in
            if word.isGUID { return ResourceReference(.guid, word, at: "\(word) in \(place)") }
            let host = word.lowercased()
            return host.contains(".sharepoint") && !host.hasPrefix(".") && !word.contains("@")
                ? ResourceReference(.sharePointHost, word, at: "\(word) in \(place)") : nil
        }
    }

    /// What host names, GUIDs and addresses are made of.
    private static func isWordByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "@"):
            true
        default: false
        }
    }
}
