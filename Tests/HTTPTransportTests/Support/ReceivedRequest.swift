/// A request as the server received it.
struct ReceivedRequest: Sendable {
    var line: String
    var headers: [(name: String, value: String)] = []
    var body: [UInt8] = []

    var method: String { String(line.prefix { $0 != " " }) }
    /// The target, byte for byte.
    var target: String { line.split(separator: " ").dropFirst().first.map(String.init) ?? "" }
    var text: String { String(decoding: body, as: UTF8.self) }

    func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Removes one complete request from the front of the bytes; nil, and no change, while it is incomplete.
    init?(parsing bytes: inout [UInt8]) {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { return nil }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components("\r\n")
        line = lines[0]
        for line in lines.dropFirst() {
            let name = line.prefix { $0 != ":" }
            headers.append((String(name), String(line.dropFirst(name.count + 2))))
        }
        let length = headers.first { $0.name.lowercased() == "content-length" }.flatMap { Int($0.value) } ?? 0
        guard bytes.count - end.upperBound >= length else { return nil }
        body = Array(bytes[end.upperBound..<end.upperBound + length])
        bytes.removeFirst(end.upperBound + length)
    }
}

extension String {
    fileprivate func components(_ separator: String) -> [String] {
        split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    }
}
