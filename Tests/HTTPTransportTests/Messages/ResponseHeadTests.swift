import Testing

@testable import HTTPTransport

@Suite struct ResponseHeadTests {
    private func read(_ lines: [String]) -> [ResponseHeadReader.Outcome] {
        var reader = ResponseHeadReader()
        return lines.map { line in Array(line.utf8).withUnsafeBufferPointer { reader.read($0) } }
    }

    @Test(arguments: [
        ("HTTP/1.1 200 OK\r\n", "HTTP/1.1", 200), ("HTTP/2 204\r\n", "HTTP/2", 204),
        ("HTTP/1.0 404\n", "HTTP/1.0", 404),
        ("HTTP/3 599 ", "HTTP/3", 599),
    ])
    func statusLineIsRead(line: String, version: String, status: Int) {
        #expect(read([line, "\r\n"]).last == .complete(ResponseHead(version: version, status: status)))
    }

    @Test(arguments: [
        "HTTP/1.1\r\n", "HTTP/1.1 OK\r\n", "HTTP/1.1 20\r\n", "HTTP/1.1 99999999999999999999\r\n", "HTTP/1.1 -200\r\n",
    ])
    func statusLineWithoutAStatusIsMalformed(line: String) {
        guard case .malformed = read([line])[0] else {
            Issue.record("taken")
            return
        }
    }

    @Test func onlyTheFinalHeadIsReturned() {
        let outcomes = read([
            "HTTP/1.1 100 Continue\r\n", "A: 1\r\n", "\r\n", "HTTP/1.1 200 OK\r\n", "B: 2\r\n", "\r\n", "C: 3\r\n",
            "\r\n",
        ])
        #expect(outcomes[5] == .complete(ResponseHead(version: "HTTP/1.1", status: 200, headers: ["B": "2"])))
        #expect(outcomes.filter { $0 == .incomplete }.count == 7)
    }

    @Test func trailersCountTowardsTheLimit() {
        let outcomes = read(
            ["HTTP/1.1 200 OK\r\n", "\r\n"] + Array(repeating: "X: " + String(repeating: "a", count: 1000), count: 300))
        guard case .malformed = outcomes.last else {
            Issue.record("endless")
            return
        }
    }

    @Test(arguments: [
        ("A:b", "b"), ("A:  b c \t\r\n", "b c"), ("A:\r\n", ""), ("A: :\r\n", ":"), ("A: \u{e9}\r\n", "\u{e9}"),
    ])
    func valuesAreTrimmed(line: String, value: String) {
        #expect(
            read(["HTTP/1.1 200\r\n", line, "\r\n"]).last
                == .complete(ResponseHead(version: "HTTP/1.1", status: 200, headers: ["A": value])))
    }
}
