import ArgumentParser
import FoundationEssentials
import MicrosoftGraph
import Synchronization

/// `-f` and `-F`: names and values for a JSON body or a query.
struct FieldOptions: ParsableArguments {
    @Option(
        name: [.customShort("f", allowingJoined: true), .customLong("raw-field")],
        help: ArgumentHelp("A member of the body, as text; repeat it for more.", valueName: "name=value"),
        transform: Field.text)
    var rawField: [Field] = []

    @Option(
        name: [.customShort("F", allowingJoined: true), .customLong("field")],
        help: ArgumentHelp(
            "A member of the body: a number, true, false, null, @file or text; NAME:=JSON for any JSON.",
            valueName: "name=value"),
        completion: .textsAndFiles, transform: Field.typed)
    var field: [Field] = []

    /// In the order they were typed, so that elements of an array keep it.
    var all: [Field] { (rawField + field).sorted { $0.sequence < $1.sequence } }

    /// The number of fields that read stdin.
    var stdinReaders: Int { all.count(where: \.readsStdin) }

    /// All fields as one JSON object.
    func body() throws -> Data {
        var body = FieldTree.object([])
        for field in all {
            let (name, value) = try field.parsed()
            let json = try value.map { try $0.json }
            do throws(FieldTree.PathError) {
                try body.set(json, at: name.steps[...])
            } catch .repeated {
                throw Failure.repeatedField(name.text)
            } catch .conflict {
                throw Failure.conflictingField(name.text)
            }
        }
        return Data(try body.text.utf8)
    }

    /// Puts all fields into the query.
    func add(to request: inout GraphRequest) throws {
        for field in all {
            let (name, value) = try field.parsed()
            guard let plain = name.plain, let value else { throw Failure.nestedFieldInQuery(name.text) }
            try request.addQuery(plain, value.text)
        }
    }
}

/// A `-f` or `-F`: a name and a value.
struct Field {
    /// Options are parsed from left to right, and two options fill two lists: this number puts both into one order.
    let sequence = Self.parsedCount.add(1, ordering: .relaxed).newValue
    private static let parsedCount = Atomic(0)

    private let argument: String
    /// Whether the value is read as `-F` reads it.
    private let isTyped: Bool

    static func text(_ argument: String) -> Field { Field(argument: argument, isTyped: false) }
    static func typed(_ argument: String) -> Field { Field(argument: argument, isTyped: true) }

    private init(argument: String, isTyped: Bool) {
        self.argument = argument
        self.isTyped = isTyped
    }

    var readsStdin: Bool {
        guard isTyped, let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else { return false }
        let value = argument[equals...].dropFirst()
        guard value.first == "@", !argument[..<equals].hasSuffix(":") else { return false }
        return InputFile(String(value.dropFirst())).isStandardInput
    }

    /// The name and the value; no value for `a[]`, which is an empty array.
    func parsed() throws -> (name: FieldName, value: FieldValue?) {
        guard let equals = argument.utf8.firstIndex(of: UInt8(ascii: "=")) else {
            guard argument.hasSuffix("[]") else { throw Failure.fieldWithoutValue(argument) }
            return (try FieldName(argument), nil)
        }
        let value = String(argument[argument.utf8.index(after: equals)...])
        var name = argument[..<equals]
        if isTyped, name.hasSuffix(":") {
            name.removeLast()
            return (try FieldName(String(name)), try .json(value, of: String(name)))
        }
        let parsed = try FieldName(String(name))
        return (parsed, isTyped ? try .typed(value, of: parsed.text) : .text(value))
    }
}
