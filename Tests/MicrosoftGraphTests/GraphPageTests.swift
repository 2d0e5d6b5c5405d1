import Foundation
import Testing

@testable import MicrosoftGraph

@Suite struct GraphPageTests {
    private func read(_ json: String) -> GraphPage? { GraphPage(Data(json.utf8)) }

    @Test func itemsAreTheBytesThatCame() throws {
        let page = try #require(
            read(
                #"{"@odata.context":"c","value":[ {"id":9007199254740993, "b":1.10,"a":"ü\u00fc"} ,{"z":1}],"@odata.nextLink":"https://g/x?a=%2f\u0026b"}"#
            ))
        #expect(
            page.items.map { String(decoding: $0, as: UTF8.self) } == [
                #"{"id":9007199254740993, "b":1.10,"a":"ü\u00fc"}"#, #"{"z":1}"#,
            ])
        #expect(page.nextLink == "https://g/x?a=%2f&b")
        #expect(page.isCollection)
    }

    @Test(arguments: [
        (#"{"value":[]}"#, true), (#"{"v\u0061lue":[1]}"#, true), (#"{"id":"x"}"#, false), (#"{"value":{}}"#, false),
        (#"{"value":"text"}"#, false), (#"{"value":5}"#, false), (#"{"value":null}"#, false), ("{}", false),
        (#"{"children":[1],"Value":[2]}"#, false),
    ])
    func onlyAnArrayNamedValueIsACollection(json: String, isCollection: Bool) throws {
        #expect(try #require(read(json)).isCollection == isCollection)
    }

    @Test(arguments: [
        #"{"value":[]}"#, #"{"@odata.nextLink":null}"#, #"{"@odata.nextLink":5}"#,
        #"{"children@odata.nextLink":"https://g/x"}"#, #"{"value":[{"@odata.nextLink":"https://g/x"}]}"#,
        #"{"@odata.deltaLink":"https://g/x"}"#,
    ])
    func onlyThePagesOwnLinkCounts(json: String) throws {
        #expect(try #require(read(json)).nextLink == nil)
    }

    @Test(arguments: ["", "[]", "null", "5", "<html>", #"{"value":["#, #"{"value":[]}{}"#])
    func whatIsNoObjectIsNoPage(json: String) {
        #expect(read(json) == nil)
    }

    @Test func thePageItselfIsKept() throws {
        let json = "{ \"id\" : 1.10 }\n"
        #expect(try #require(read(json)).body == Data(json.utf8))
    }
}
