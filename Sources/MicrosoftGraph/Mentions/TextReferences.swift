import Foundation

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
