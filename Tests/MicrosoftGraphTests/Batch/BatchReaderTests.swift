import Foundation
import HTTPTransport
import HostileInput
import Synchronization
import Testing

@testable import MicrosoftGraph

@Suite struct BatchReaderTests {
    /// A reader of these bytes, in pieces of a size.
    private func reader(_ text: String, by size: Int = 7, version: String = "v1.0") -> BatchReader {
        let rest = Mutex(Array(text.utf8)[...])
        return BatchReader(version: version) {
            rest.withLock { rest in
                defer { rest = rest.dropFirst(size) }
                return rest.isEmpty ? nil : Data(rest.prefix(size))
            }
        }
    }

    private func read(_ text: String, version: String = "v1.0") async throws -> [BatchRequest] {
        try await reader(text, version: version).head(limit: nil)
    }

    @Test(arguments: [1, 2, 3, 64])
    func linesAreReadFromChunksOfAnySize(size: Int) async throws {
        let text =
            "# first\n\n  get   /users/1?$select=id \r\nDELETE x\n\t\n{\"method\":\"GET\",\"url\":\"/me\",\"id\":\"b\"}"
        let requests = try await reader(text, by: size).head(limit: nil)
        #expect(requests.map(\.method) == ["GET", "DELETE", "GET"])
        #expect(requests.map(\.url) == ["/users/1?$select=id", "/x", "/me"])
        #expect(requests.map(\.place) == [.line(3), .line(4), .line(6)])
        #expect(requests.map(\.id) == ["1", "2", "b"])
        #expect(requests.map(\.isWrite) == [false, true, false])
        #expect(requests.map(\.position) == [0, 1, 2])
    }

    @Test(arguments: [
        "DELETE /me\nGET /x", #"{"requests":[{"method":"DELETE","url":"/me"},{"method":"GET","url":"/x"}]}"#,
    ])
    func allRequestsAreTheHeadIfNoHeadWasRead(text: String) async throws {
        #expect(try await reader(text).next()?.map(\.method) == ["DELETE", "GET"])
    }

    /// Graph reads the header of each request, not that of the batch.
    @Test(arguments: [
        ("GET /users/$count", "eventual"), ("GET /users?$search=\"displayName:a\"", "eventual"),
        ("GET /users?$count=true&$top=1", "eventual"), ("GET /users?$count=false", nil), ("GET /users", nil),
        (#"{"method":"GET","url":"/users?$count=true"}"#, "eventual"),
        (#"{"method":"GET","url":"/users?$count=true","headers":{"consistencylevel":"session"}}"#, "session"),
    ])
    func advancedQueryHasItsConsistencyLevel(line: String, level: String?) async throws {
        let requests = try await read(line)
        #expect(requests.map { $0.standalone.headers["ConsistencyLevel"] } == [level])
    }

    @Test func byteOrderMarkIsNoPartOfTheFirstLine() async throws {
        let requests = try await read("\u{FEFF}GET /me\nDELETE /users/1")
        #expect(requests.map(\.method) == ["GET", "DELETE"])
    }

    /// As in a request that is sent alone.
    @Test func plusIsEncodedInAQueryThatWasTyped() async throws {
        let text = "GET /users?$filter=mail eq 'a+b@c.com'\nGET /users?$filter=mail%20eq%20'a+b@c.com'"
        let url = GraphURL(endpoint: "https://g")
        for (request, line) in zip(try await read(text), text.split(separator: "\n")) {
            #expect("https://g/v1.0" + request.url == (try url.url(path: String(line.dropFirst(4)))))
        }
        #expect(try await read(text)[0].url == "/users?$filter=mail%20eq%20'a%2Bb@c.com'")
    }

    @Test func headersOfTheRunAreAddedWhereARequestLacksThem() async throws {
        let text = Mutex<Data?>(
            Data("GET /a\n{\"method\":\"POST\",\"url\":\"/b\",\"headers\":{\"prefer\":\"own\"},\"body\":{}}".utf8))
        let reader = BatchReader(version: "v1.0", headers: ["Prefer": "x", "X-HTTP-Method": "DELETE"]) {
            text.withLock { text in
                defer { text = nil }
                return text
            }
        }
        let requests = try await reader.head(limit: nil)
        #expect(requests.map { $0.standalone.headers["Prefer"] } == ["x", "own"])
        #expect(requests[1].standalone.headers["Content-Type"] == "application/json" && requests[0].isWrite)
    }

    @Test func documentOfSeveralLinesIsRead() async throws {
        let compact = #"{"requests":[{"id":"2","method":"GET","url":"me"},{"method":"POST","url":"/x"}]}"#
        let spread = compact.replacingOccurrences(of: ",", with: ",\n")
        for text in [compact, "# a batch\n" + spread, "{\n" + spread.dropFirst() + "\n"] {
            let requests = try await read(text)
            #expect(requests.map(\.id) == ["2", "1"], "\(text)")
            #expect(requests.map(\.place) == [.request(1), .request(2)])
        }
    }

    @Test(arguments: [
        ("GET", BatchProblem.notARequest), ("/me", .notARequest), ("FETCH /me", .method("FETCH")),
        ("GET https://graph.example/v1.0/me", .fullURL("https://graph.example/v1.0/me")),
        ("GET /beta/me", .otherVersion("beta")), ("POST /$batch", .nested), ("POST v1.0/%24batch", .nested),
        ("{\"method\":\"GET\"}", .member("url")), ("{\"url\":\"/me\"}", .member("method")),
        ("{\"method\":\"GET\",\"url\":7}", .member("url")), ("{\"method\":\"GET\",\"url\":\"/me\"", .notARequest),
        ("{\"method\":\"GET\",\"url\":\"/me\",\"id\":{}}", .member("id")),
        ("{\"method\":\"GET\",\"url\":\"/me\",\"headers\":[]}", .member("headers")),
        ("{\"method\":\"GET\",\"url\":\"/me\",\"dependsOn\":\"1\"}", .member("dependsOn")),
        ("{\"method\":\"GET\",\"url\":\"/me\",\"dependsOn\":[1]}", .member("dependsOn")),
        ("{\"method\":\"POST\",\"url\":\"/me\",\"body\":\"aGk=\"}", .untypedBody), ("{\"requests\":{}}", .notADocument),
        ("GET /\u{1}", .fullURL("/\u{1}")), ("DELETE /groups/1/members/2/", .gap(.segment, in: "/groups/1/members/2/")),
        ("{\"method\":\"PATCH\",\"url\":\"/users//x\",\"body\":{}}", .gap(.segment, in: "/users//x")),
        (#"POST /me/messages {"subject":"x"}"#, .bodyAfterPath), ("PATCH /me  {jobTitle:x}", .bodyAfterPath),
        (#"GET /me { "a""#, .bodyAfterPath), ("GET /users?=id", .gap(.optionName, in: "/users?=id")),
    ])
    func invalidRequestIsRejectedWithItsLine(line: String, problem: BatchProblem) async {
        await #expect(throws: BatchError.invalid(.line(3), problem)) { try await read("# x\n\n\(line)\n") }
    }

    @Test(arguments: [
        "PUT /me/drive/root:/a {b}.txt:/content", "DELETE /me/drive/root:/a {b}", "GET /me/drive/root:/a {b}",
        "GET /users?$filter=mail eq 'a {b} c'", "POST /users/{id}/x",
    ])
    func braceInAPathIsNoBody(line: String) async throws {
        #expect(try await read(line).count == 1)
    }

    @Test func invalidUTF8IsRejected() async {
        let reader = BatchReader(version: "v1.0") { [chunks = Chunks([Data("GET /".utf8) + [0xFF, 0x0A]])] in
            chunks.next()
        }
        await #expect(throws: BatchError.invalid(.line(1), .notUTF8)) { try await reader.head(limit: nil) }
    }

    @Test func endlessLineIsRejected() async {
        let reader = BatchReader(version: "v1.0") { Data(repeating: UInt8(ascii: "x"), count: 1 << 20) }
        await #expect(throws: BatchError.invalid(.line(1), .tooLong(limit: 4 << 20))) {
            try await reader.head(limit: nil)
        }
    }

    @Test func idsAreUniqueWithoutCase() async throws {
        let get = #""method":"GET","url":"/me"}"#
        let requests = try await read("GET /a\n{\"id\":\"1\",\(get)\nGET /b\n{\"id\":3,\(get)\nGET /c")
        #expect(requests.map(\.id) == ["2", "1", "4", "3", "5"])
        await #expect(throws: BatchError.duplicateID("A", .line(2))) {
            try await read("{\"id\":\"a\",\(get)\n{\"id\":\"A\",\(get)")
        }
    }

    @Test func pathMayHaveTheVersionOfTheBatch() async throws {
        #expect(try await read("GET /v1.0/me\nGET v1.0/a b/%20?x=ü").map(\.url) == ["/me", "/a%20b/%20?x=%C3%BC"])
        #expect(try await read("GET beta/me", version: "beta").map(\.url) == ["/me"])
        await #expect(throws: BatchError.invalid(.line(1), .otherVersion("v1.0"))) {
            try await read("GET /v1.0/me", version: "beta")
        }
    }

    @Test func bodyIsSentByteForByteWithAContentType() async throws {
        let line = #"{"method":"POST","url":"/x","body":{"n":1.10,"big":12345678901234567890,"n":[ ]}}"#
        let sent = try #require(try await read(line).first)
        let body = #"{"n":1.10,"big":12345678901234567890,"n":[ ]}"#
        let type = #""headers":{"Content-Type":"application/json"}"#
        #expect(
            String(decoding: sent.json(among: []), as: UTF8.self)
                == "{\"id\":\"1\",\"method\":\"POST\",\"url\":\"/x\",\(type),\"body\":\(body)}")
        let typed = #"{"method":"PUT","url":"/x","headers":{"content-type":"image/png"},"body":"aGk="}"#
        let picture = try #require(try await read(typed).first)
        #expect(String(decoding: picture.json(among: []), as: UTF8.self).contains(#"{"content-type":"image/png"}"#))
    }

    @Test func requestsAfterTheHeadAreReadByTwenties() async throws {
        let reader = reader(String(repeating: "GET /me\n", count: 65), by: 100)
        #expect(try await reader.head(limit: 30).count == 30)
        var sizes: [Int] = []
        var ids: [String] = []
        while let batch = try await reader.next() {
            sizes.append(batch.count)
            ids += batch.map(\.id)
        }
        #expect(sizes == [20, 10, 20, 15])
        #expect(ids == (1...65).map(String.init))
    }

    @Test func requestsAfterTheHeadCannotDepend() async throws {
        let head = String(repeating: "GET /me\n", count: 20)
        let depending = #"{"method":"GET","url":"/me","dependsOn":["1"]}"#
        for (line, error) in [
            ("DELETE /x", nil as BatchError?), (depending, .lateDependency(.line(21), limit: 20)),
            ("nonsense", .invalid(.line(21), .notARequest)),
            (#"{"id":"7","method":"GET","url":"/me"}"#, .duplicateID("7", .line(21))),
            (#"{"id":"07","method":"GET","url":"/me"}"#, nil),
        ] {
            let reader = reader(head + line)
            _ = try await reader.head(limit: 20)
            _ = try await reader.next()
            if let error {
                await #expect(throws: error) { try await reader.next() }
            } else {
                #expect(try await reader.next()?.count == 1)
            }
        }
    }

    @Test(arguments: SeededGenerator.seeds)
    func randomInputIsReadOrRejected(seed: UInt64) async {
        var random = SeededGenerator(seed: seed)
        for _ in 0..<200 {
            let start =
                ["", "GET ", "{", #"{"method":"GET","url":""#, #"{"requests":["#].randomElement(using: &random) ?? ""
            let text = start + random.text(upTo: 60)
            do {
                for request in try await read(text) {
                    #expect(JSONObjectText(request.json(among: [])) != nil, "\(text.debugDescription)")
                }
            } catch {
                #expect(error is BatchError, "\(text.debugDescription)")
            }
        }
    }
}

/// Pieces that are given one after the other.
final class Chunks: Sendable {
    private let rest: Mutex<[Data]>

    init(_ chunks: [Data]) {
        rest = Mutex(chunks)
    }

    func next() -> Data? {
        rest.withLock { $0.isEmpty ? nil : $0.removeFirst() }
    }
}
