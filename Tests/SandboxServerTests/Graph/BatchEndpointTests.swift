import Foundation
import Testing

@Suite struct BatchEndpointTests {
    private func post(_ scenario: Scenario, _ body: String) throws -> ReceivedResponse {
        let token = try scenario.accessToken("alice", "User.Read Mail.ReadWrite")
        return try scenario.client.send("POST", "/v1.0/$batch", json: body, token: token)
    }

    @Test func eachBatchedRequestHasItsOwnResponse() async throws {
        try await Scenario.run { scenario in
            let reply = try post(
                scenario,
                """
                {"requests": [
                {"id": "1", "method": "GET", "url": "/me?$select=id"},
                {"id": "2", "method": "GET", "url": "/users"},
                {"id": "3", "method": "POST", "url": "me/messages", "body": {"subject": "a"},
                "headers": {"Content-Type": "application/json"}},
                {"id": "4", "method": "GET", "url": "/me/photo/$value"},
                {"id": "5", "method": "GET", "url": "/me", "dependsOn": ["2"]},
                {"id": "6", "method": "POST", "url": "/$batch"}]}
                """)
            #expect(reply.status == 200)
            let responses = reply.json["responses"] as? [[String: Any]] ?? []
            #expect(responses.map { $0["status"] as? Int } == [200, 403, 201, 200, 424, 400])
            #expect((responses[3]["body"] as? String)?.hasPrefix("iVBORw0KGgo") == true)
        }
    }

    @Test func singleBatchedRequestsCanBeThrottled() async throws {
        try await Scenario.run { scenario in
            let order = #"{"on": "batchItem", "status": 429, "headers": {"Retry-After": "7"}, "skip": 1}"#
            _ = try scenario.client.send("POST", "/sandbox/faults", json: order)
            let step = #"{"id": "ID", "method": "GET", "url": "/me"}"#
            let steps = ["1", "2", "3"].map { step.replacingOccurrences(of: "ID", with: $0) }
            let reply = try post(scenario, "{\"requests\": [\(steps.joined(separator: ","))]}")
            let responses = reply.json["responses"] as? [[String: Any]] ?? []
            #expect(responses.map { $0["status"] as? Int } == [200, 429, 200])
            #expect((responses[1]["headers"] as? [String: String])?["Retry-After"] == "7")
        }
    }

    @Test(arguments: [
        #"{"requests": [{"id": "a", "method": "GET", "url": "/me"}, {"id": "A", "method": "GET", "url": "/me"}]}"#,
        #"{"requests": [{"id": "1", "method": "POST", "url": "/me/messages", "body": {}}]}"#,
        #"{"requests": [{"id": "1", "method": "PUT", "url": "/x", "headers": {"Content-Type": "text/plain"}, "body": "a+/"}]}"#,
        #"{"requests": [{"method": "GET", "url": "/me"}]}"#, "[]", "not JSON",
        "{\"requests\": ["
            + (0...20).map { "{\"id\": \"\($0)\", \"method\": \"GET\", \"url\": \"/me\"}" }.joined(separator: ",")
            + "]}",
    ])
    func invalidBatchesFailAsAWhole(body: String) async throws {
        try await Scenario.run { scenario in
            let reply = try post(scenario, body)
            #expect(reply.status == 400)
            #expect(reply.graphError("code") == "BadRequest")
        }
    }
}
