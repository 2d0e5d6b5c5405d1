import Foundation
import HTTPTransport
import Synchronization
import Testing

@testable import MicrosoftGraph

@Suite struct MethodOverrideTests {
    struct Row: Sendable {
        let method: String
        let headers: [(String, String)]
        let effective: String

        init(_ method: String, _ headers: (String, String)..., is effective: String) {
            (self.method, self.headers, self.effective) = (method, headers, effective)
        }
    }

    private static let rows = [
        Row("GET", is: "GET"), Row("head", is: "HEAD"), Row("POST", is: "POST"),
        Row("GET", ("Prefer", "DELETE"), is: "GET"),
        Row("GET", ("X-HTTP-Method", "DELETE"), is: "DELETE"),
        Row("GET", ("x-http-method-override", "delete"), is: "DELETE"),
        Row("POST", ("X-Http-Method-OVERRIDE", "PATCH"), is: "PATCH"),
        Row("POST", ("X-HTTP-Method", " merge "), is: "MERGE"),
        // A server that ignores the header does the write.
        Row("POST", ("X-HTTP-Method", "GET"), is: "POST"),
        Row("DELETE", ("X-HTTP-Method-Override", "HEAD"), is: "DELETE"),
        Row("HEAD", ("X-HTTP-Method", "GET"), is: "HEAD"), Row("GET", ("X-HTTP-Method", ""), is: "GET"),
        Row("GET", ("X-HTTP-Method", "GET"), ("X-HTTP-Method", "DELETE"), is: "DELETE"),
        Row("GET", ("X-HTTP-Method", "GET"), ("X-HTTP-Method-Override", "PUT"), is: "PUT"),
        Row("GET", ("X-HTTP-Method", "GET, DELETE"), is: "DELETE"), Row("GET", ("X-HTTP-Method", ",,get,"), is: "GET"),
        Row("GET", ("X-HTTP-Method", "GET DELETE"), is: "GET DELETE"), Row("GET", ("X-HTTP-Method", "*"), is: "*"),
        Row("GET", ("X-HTTP-Method", "GET\u{0}"), is: "GET\u{0}"),
        Row("GET", ("X-HTTP-Method", "\u{FF27}ET"), is: "\u{FF27}ET"),
        Row("GET", ("X-HTTP-Method", "\tget\r\n"), is: "GET"),
    ]

    @Test(arguments: rows)
    func aHeaderTurnsAReadIntoAWriteAndNeverTheReverse(row: Row) {
        let request = GraphRequest(method: row.method, path: "/me", headers: HTTPHeaders(row.headers))
        #expect(request.effectiveMethod == row.effective)
        #expect(request.isWrite == !["GET", "HEAD"].contains(row.effective))
        #expect(request.method == row.method.uppercased(), "it is sent as it was typed")
    }

    @Test func aSecretValueCountsAsAWrite() {
        var request = GraphRequest(path: "/me")
        request.headers.set("X-HTTP-Method", secret: Secret("GET"))
        #expect(request.isWrite)
    }

    @Test(arguments: [
        (#"{"X-HTTP-Method":"DELETE"}"#, "DELETE"), (#"{"x-http-method-override":"patch"}"#, "PATCH"),
        (#"{"X\u002dHTTP-Method":"DELETE"}"#, "DELETE"), (#"{"X-HTTP-Method":"GET","X-HTTP-Method":"PUT"}"#, "PUT"),
        (#"{"X-HTTP-Method":"PUT","X-HTTP-Method":"GET"}"#, "PUT"), (#"{"X-HTTP-Method":["DELETE"]}"#, #"["DELETE"]"#),
        (#"{"X-HTTP-Method":null}"#, "NULL"), (#"{"Prefer":"DELETE"}"#, "GET"), (#"{"X-HTTP-Method":"GET"}"#, "GET"),
        ("{}", "GET"),
    ])
    func theHeadersOfAPartOfABatchCountToo(headers: String, effective: String) async throws {
        let line = Mutex<Data?>(Data(#"{"method":"GET","url":"/me","headers":\#(headers)}"#.utf8))
        let reader = BatchReader(version: "v1.0") {
            line.withLock { line in
                defer { line = nil }
                return line
            }
        }
        let request = try #require(try await reader.head(limit: nil).first)
        #expect(request.effectiveMethod == effective && request.method == "GET")
        #expect(request.isWrite == (effective != "GET"))
    }

    /// The requests after the first ones are judged like them.
    @Test func aLateReadThatAHeaderTurnsIntoAWriteIsAWrite() async throws {
        let text = "GET /me\n" + #"{"method":"GET","url":"/me","headers":{"X-HTTP-Method":"DELETE"}}"#
        let line = Mutex<Data?>(Data(text.utf8))
        let reader = BatchReader(version: "v1.0") {
            line.withLock { line in
                defer { line = nil }
                return line
            }
        }
        _ = try await reader.head(limit: 1)
        _ = try await reader.next()
        #expect(try await reader.next()?.map(\.isWrite) == [true])
    }
}
