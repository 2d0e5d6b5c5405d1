import FoundationEssentials
import HTTPTransport

/// Reading a request from a line or from an element of a document. The id is empty where the input has none.
extension BatchRequest {
    /// - Parameters:
    ///   - line: a method and a path, `GET /users/1`, or a JSON object of the form that `$batch` takes.
    ///   - version: of the batch, `v1.0` or `beta`; a path may begin with it.
    ///   - defaults: the headers that the request gets where it does not have them itself.
    init(
        line: Data, at place: BatchPlace, version: String, defaults: HTTPHeaders = HTTPHeaders()
    ) throws(BatchError) {
        do throws(BatchProblem) {
            guard let text = String(validating: line, as: UTF8.self) else { throw .notUTF8 }
            guard !text.hasPrefix("{") else {
                guard let object = JSONObjectText(line) else { throw .notARequest }
                try self.init(object, at: place, version: version, defaults: defaults)
                return
            }
            let words = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard words.count == 2 else { throw .notARequest }
            let path = words[1].drop(while: \.isWhitespace)
            let method = try Self.method(String(words[0]))
            guard !Self.hasBody(path, method: method) else { throw .bodyAfterPath }
            let url = try Self.url(String(path), version: version)
            self.init(
                id: "", method: method, url: url, place: place,
                headers: try Self.headers(nil, body: nil, defaults: defaults.completed(forQueryOf: url)))
            try requireNoGap(in: String(path))
        } catch {
            throw .invalid(place, error)
        }
    }

    private init(
        _ object: JSONObjectText, at place: BatchPlace, version: String, defaults: HTTPHeaders
    ) throws(BatchProblem) {
        guard let method = object.string("method") else { throw .member("method") }
        guard let typed = object.string("url") else { throw .member("url") }
        let url = try Self.url(typed, version: version)
        let headers = try Self.headers(
            object["headers"], body: object["body"], defaults: defaults.completed(forQueryOf: url))
        self.init(
            id: try Self.id(in: object), method: try Self.method(method), url: url, place: place, headers: headers,
            body: object["body"], dependsOn: try Self.dependencies(in: object))
        try requireNoGap(in: typed)
    }

    /// Whether a JSON object follows the path. Names of files can have spaces and braces, but no quotes; the shell removes
    /// those of a body that is not quoted itself.
    private static func hasBody(_ path: Substring, method: String) -> Bool {
        let takesBody = ["POST", "PUT", "PATCH"].contains(method)
        return path.indices.contains { index in
            guard path[index].isWhitespace else { return false }
            let rest = path[index...].drop(while: \.isWhitespace)
            guard rest.first == "{" else { return false }
            return takesBody && rest.last == "}" || rest.dropFirst().drop(while: \.isWhitespace).first == "\""
        }
    }

    private func requireNoGap(in path: String) throws(BatchProblem) {
        if let gap = PathProblem(in: path, isWrite: isWrite) { throw .gap(gap, in: path) }
    }

    /// A number counts as its text.
    private static func id(in object: JSONObjectText) throws(BatchProblem) -> String {
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

    private static let methods: Set<String> = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]

    private static func url(_ text: String, version: String) throws(BatchProblem) -> String {
        guard let path = text.split(separator: "?", omittingEmptySubsequences: false).first, !path.contains("://"),
            !text.unicodeScalars.contains(where: { $0.value < 0x20 })
        else { throw .fullURL(text) }
        var relative = text.drop { $0 == "/" }
        guard !relative.isEmpty else { throw .member("url") }
        if let own = GraphURL.version(atStartOf: relative) {
            guard own == version else { throw .otherVersion(own) }
            relative = relative.dropFirst(own.count).drop { $0 == "/" }
        }
        guard ResourcePath(String(relative)).segments.first?.lowercased() != "$batch" else { throw .nested }
        return "/" + GraphURL.encodedAsTyped(relative)
    }

    /// The headers of the input, with the defaults that they lack; a JSON body without a `Content-Type` gets one.
    private static func headers(
        _ text: Data?, body: Data?, defaults: HTTPHeaders
    ) throws(BatchProblem) -> Data? {
        let given = text.flatMap(JSONObjectText.init(wellFormed:))
        if text != nil, given == nil { throw .member("headers") }
        var members = (given?.names ?? []).compactMap { name in given?[name].map { (name: name, value: $0) } }
        func has(_ name: String) -> Bool { members.contains { $0.name.lowercased() == name.lowercased() } }
        for field in defaults {
            guard case .text(let value) = field.value, !has(field.name) else { continue }
            members.append((field.name, JSONString.quoted(value)))
        }
        if let body, body.first != UInt8(ascii: "n"), !has("Content-Type") {
            guard body.first == UInt8(ascii: "{") || body.first == UInt8(ascii: "[") else { throw .untypedBody }
            members.append(("Content-Type", JSONString.quoted("application/json")))
        }
        return members.count == given?.names.count ?? 0 ? text : JSONObjectText.object(members)
    }

    private static func dependencies(in object: JSONObjectText) throws(BatchProblem) -> [String] {
        guard object["dependsOn"] != nil else { return [] }
        guard let elements = object.elements("dependsOn") else { throw .member("dependsOn") }
        let ids = elements.compactMap { JSONString.text(of: $0) }
        guard ids.count == elements.count else { throw .member("dependsOn") }
        return ids
    }
}

extension HTTPHeaders {
    /// The headers and the one that the query of a URL needs. In a batch, each request has its own.
    fileprivate func completed(forQueryOf url: String) -> HTTPHeaders {
        var request = GraphRequest(path: url, headers: self)
        request.addConsistencyLevel()
        return request.headers
    }
}
