import ArgumentParser

/// `FieldOptions` as they are typed.
struct FieldArguments: ParsableArguments {
    @Option(
        name: [.customShort("f"), .customLong("raw-field")],
        help: ArgumentHelp("A member of the body, as text; repeat it for more.", valueName: "name=value"),
        transform: Field.string)
    var rawField: [Field] = []

    @Option(
        name: [.customShort("F"), .customLong("field")],
        help: ArgumentHelp(
            "A member of the body: a number, true, false, null, @file or text; NAME:=JSON for any JSON.",
            valueName: "name=value"),
        transform: Field.typed)
    var field: [Field] = []

    var options: FieldOptions {
        FieldOptions(all: (rawField + field).sorted { $0.order < $1.order })
    }
}
