import Foundation
import MicrosoftGraph

/// Names and values for a body or a query.
struct FieldOptions: Equatable {
    /// In the order they were typed.
    var all: [Field] = []

    /// How many of them want what comes from stdin.
    var stdinReaders: Int { all.count(where: \.readsStdin) }

    /// All fields as one JSON object.
    func body() throws -> Data {
        var body = JSONValue.object([])
        for field in all {
            let (name, value) = try field.parsed()
            let json = try value.map { try $0.json }
            do throws(FieldError.Place) {
                try body.set(json, at: name.steps[...])
            } catch .repeated {
                throw FieldError.repeated(name.text)
            } catch .conflict {
                throw FieldError.conflict(name.text)
            }
        }
        return Data(try body.text.utf8)
    }

    /// Puts all fields into the query.
    func add(to request: inout GraphRequest) throws {
        for field in all {
            let (name, value) = try field.parsed()
            guard let plain = name.plain, let value else { throw FieldError.nestedInQuery(name.text) }
            try request.addQuery(plain, value.text)
        }
    }
}
