import Foundation

/// A response, with what tests look at.
struct ReceivedResponse {
    let status: Int
    let headers: [(name: String, value: String)]
    var body: [UInt8] = []

    init(head: String) {
        let lines = head.components(separatedBy: "\r\n")
        status = lines.first.flatMap { Int($0.split(separator: " ").dropFirst().first ?? "") } ?? 0
        headers = lines.dropFirst().compactMap { line in
            guard let colon = line.firstIndex(of: ":") else { return nil }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            return (line[..<colon].lowercased(), String(value))
        }
    }

    func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }

    var text: String { String(decoding: body, as: UTF8.self) }

    var json: [String: Any] {
        (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
    }

    var list: [[String: Any]] {
        (try? JSONSerialization.jsonObject(with: Data(body))) as? [[String: Any]] ?? []
    }

    subscript(member: String) -> String? { json[member] as? String }

    /// A member of Graph's `error` object.
    func graphError(_ member: String) -> String? {
        (json["error"] as? [String: Any])?[member] as? String
    }

    /// The first AADSTS number of the response.
    var code: Int? { (json["error_codes"] as? [Int])?.first }

    /// The value of the first input or button of that name in a page, unescaped.
    func field(_ name: String, startingWith prefix: String = "") -> String? {
        let marker = "name=\"\(name)\" value=\"\(prefix)"
        guard let start = text.range(of: marker) else { return nil }
        let value = prefix + text[start.upperBound...].prefix { $0 != "\"" }
        return value.replacingOccurrences(of: "&amp;", with: "&").replacingOccurrences(of: "&#39;", with: "'")
            .replacingOccurrences(of: "&quot;", with: "\"").replacingOccurrences(of: "&lt;", with: "<")
    }

    /// The parameters of a redirect.
    var redirect: [String: String] {
        guard let location = header("location"), let mark = location.firstIndex(where: { "?#".contains($0) }) else {
            return [:]
        }
        let pairs = location[location.index(after: mark)...].split(separator: "&").map { pair in
            let parts = pair.split(separator: "=", maxSplits: 1).map { String($0).removingPercentEncoding ?? "" }
            return (parts[0], parts.count > 1 ? parts[1] : "")
        }
        return Dictionary(pairs) { first, _ in first }
    }
}
