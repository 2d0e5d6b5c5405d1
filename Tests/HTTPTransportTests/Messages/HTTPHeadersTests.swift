import HTTPTransport
import Testing

@Suite struct HTTPHeadersTests {
    @Test func namesAreCaseInsensitive() {
        let headers: HTTPHeaders = ["Content-Type": "a", "X-Thing": "b"]
        for name in ["content-type", "CONTENT-TYPE", "Content-Type"] { #expect(headers[name] == "a") }
        #expect(headers["Content"] == nil)
        // Bytes that differ by the case bit only are not letters.
        #expect(!HTTPHeaders([("@", "1")]).contains("`"))
    }

    @Test func repeatedNamesStayInOrder() {
        var headers = HTTPHeaders([("Set-Cookie", "a"), ("Other", "x"), ("set-cookie", "b")])
        #expect(headers.values("Set-Cookie") == ["a", "b"])
        #expect(headers["Set-Cookie"] == "a")
        #expect(headers.map(\.name) == ["Set-Cookie", "Other", "set-cookie"])
        headers["SET-COOKIE"] = "c"
        #expect(headers.values("Set-Cookie") == ["c"])
        headers["Set-Cookie"] = nil
        #expect(headers.fields.count == 1)
    }

    @Test func secretValueCannotBeReadAsText() {
        var headers: HTTPHeaders = ["authorization": "old"]
        headers.set("Authorization", secret: Secret("Bearer hunter2"))
        #expect(headers["Authorization"] == nil)
        #expect(headers.values("Authorization").isEmpty)
        #expect(headers.contains("authorization"))
        #expect(headers.fields.count == 1)
        #expect(headers.fields.first?.value == .secret(Secret("Bearer hunter2")))
        var dumped = ""
        dump(headers, to: &dumped)
        #expect(!"\(headers)\(dumped)".contains("hunter2"))
    }
}
