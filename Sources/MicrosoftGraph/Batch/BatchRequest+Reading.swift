import Foundation

/// Reading a request from a line or from an element of a document. The id is empty where none was given.
extension BatchRequest {
    /// - Parameters:
    ///   - line: a method and a path, `GET /users/1`, or a JSON object of the form that `$batch` takes.
    ///   - version: of the batch, `v1.0` or `beta`; a path may begin with it.
    init(line: Data, at place: BatchPlace, version: String) throws(BatchError) {
        do throws(BatchProblem) {
            guard let text = String(data: line, encoding: .utf8) else { throw .notUTF8 }
            guard !text.hasPrefix("{") else {
                guard let object = JSONObjectText(line) else { throw .notARequest }
                try self.init(object, at: place, version: version)
                return
            }
            let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard words.count == 2 else { throw .notARequest }
            let path = words[1].drop(while: \.isWhitespace)
            self.init(
                id: "", method: try BatchRequest.method(String(words[0])),
                url: try BatchRequest.url(String(path), version: version), place: place)
        } catch {
            throw .invalid(place, error)
        }
    }

    init(_ object: JSONObjectText, at place: BatchPlace, version: String) throws(BatchProblem) {
        guard let method = object.string("method") else { throw .member("method") }
        guard let url = object.string("url") else { throw .member("url") }
        self.init(
            id: try BatchRequest.id(object), method: try BatchRequest.method(method),
            url: try BatchRequest.url(url, version: version), place: place,
            headers: try BatchRequest.headers(object), body: object["body"],
            dependsOn: try BatchRequest.dependencies(object))
    }

    /// A number is taken for the text it is written as.
    private static func id(_ object: JSONObjectText) throws(BatchProblem) -> String {
        guard object["id"] != nil else { return "" }
        guard let id = object.string("id") ?? object.integer("id").map(String.init), !id.isEmpty else {
            throw .member("id")
        }
        return id
    }

    private static func method(_ text: String) throws(BatchProblem) -> String {
        let method = text.uppercased()
        guard methods.contains(method) else { throw .method(text) }
        return method
    }

    private static func url(_ text: String, version: String) throws(BatchProblem) -> String {
        guard let path = text.split(separator: "?", omittingEmptySubsequences: false).first, !path.contains("://"),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { throw .fullURL(text) }
        var rest = text.drop { $0 == "/" }
        guard !rest.isEmpty else { throw .member("url") }
        let first = rest.prefix { $0 != "/" && $0 != "?" }.lowercased()
        if first == "v1.0" || first == "beta" {
            guard first == version else { throw .otherVersion(first) }
            rest = rest.dropFirst(first.count).drop { $0 == "/" }
        }
        guard ResourcePath(String(rest)).segments.first?.lowercased() != "$batch" else { throw .nested }
        return GraphURL.encoded("/\(rest)")
    }

    /// As given; a JSON body without a type gets the one it has.
    private static func headers(_ object: JSONObjectText) throws(BatchProblem) -> Data? {
        let given = object["headers"].flatMap(JSONObjectText.init(wellFormed:))
        if object["headers"] != nil, given == nil { throw .member("headers") }
        guard let body = object["body"], body.first != UInt8(ascii: "n"),
            given?.names.contains(where: { $0.lowercased() == "content-type" }) != true
        else { return object["headers"] }
        guard body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[") else { throw .untypedBody }
        let others = (given?.names ?? []).compactMap { name in given?[name].map { (name, $0) } }
        return Data.object(others + [("Content-Type", JSONObjectText.quoted("application/json"))])
    }

    private static func dependencies(_ object: JSONObjectText) throws(BatchProblem) -> [String] {
        guard object["dependsOn"] != nil else { return [] }
        guard let elements = object.elements("dependsOn") else { throw .member("dependsOn") }
        let ids = elements.compactMap(JSONObjectText.string)
        guard ids.count == elements.count else { throw .member("dependsOn") }
        return ids
    }

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
}

extension BatchProblem: Error {}
