import ArgumentParser
import Foundation
import HostileInput
import MicrosoftGraph
import Testing

@testable import AcctCommands

@Suite struct FieldOptionsTests {
    private func body(_ arguments: [String]) throws -> String {
        String(decoding: try FieldOptions.parse(arguments).body(), as: UTF8.self)
    }

    @Test(arguments: [
        (["-f", "a=1"], #"{"a":"1"}"#), (["-f", "a=", "-f", "b=x=y"], #"{"a":"","b":"x=y"}"#),
        (["-f", #"a=ü"\/<"#, "-f", "b=line\nbreak"], #"{"a":"ü\"\\/<","b":"line\nbreak"}"#),
        (["--raw-field", "a=true", "--field", "b=true"], #"{"a":"true","b":true}"#),
        (["-f", "a=@file", "-f", "b:=[1]"], #"{"a":"@file","b:":"[1]"}"#),
        (["-F", "user@odata.bind=https://g/users('x')"], #"{"user@odata.bind":"https://g/users('x')"}"#),
        // In the order of the command line, across both options.
        (["-f", "z=1", "-F", "y=2", "-f", "x=3", "-F", "w=4"], #"{"z":"1","y":2,"x":"3","w":4}"#),
    ])
    func fieldsBecomeAnObject(arguments: [String], json: String) throws {
        #expect(try body(arguments) == json)
    }

    @Test(arguments: [
        "true", "false", "null", "0", "-0", "1", "-17", "9007199254740993", "123456789012345678901234567890", "1.10",
        "-0.5", "1e400", "6.02E+23", "1e-7",
    ])
    func numbersAndLiteralsAreSentAsTheyWereTyped(value: String) throws {
        #expect(try body(["-F", "a=\(value)"]) == #"{"a":\#(value)}"#)
    }

    @Test(arguments: [
        "007", "+1", "01.5", "1.", ".5", "1e", "1e+", "--1", "-", "0x10", "1 ", " 1", "1,5", "True", "NULL", "NaN",
        "Infinity", "", "１", "1:2", "2026-01-05",
    ])
    func otherValuesAreText(value: String) throws {
        #expect(try body(["-F", "a=\(value)"]) == #"{"a":"\#(value)"}"#)
    }

    @Test(arguments: [
        #"{"b": 1.10, "a": 9007199254740993}"#, "[]", " [ 1 ] ", "null", #""text""#, #"[",]\",}"]"#, "1.0",
        #"{"a":{"a":[{}]}}"#, "1=2",
    ])
    func anyJSONIsSentByteForByte(value: String) throws {
        guard value != "1=2" else {
            #expect(throws: Failure.fieldNotJSON("a")) { try body(["-F", "a:=\(value)"]) }
            return
        }
        #expect(try body(["-F", "a:=\(value)"]) == #"{"a":\#(value)}"#)
        #expect(try body(["-F", "a[b]:=\(value)"]) == #"{"a":{"b":\#(value)}}"#)
        #expect(try body(["-F", "a[]:=\(value)"]) == #"{"a":[\#(value)]}"#)
    }

    @Test(arguments: [
        "", "{", "{a:1}", "'x'", "[1,]", #"{"a":1,}"#, "1 2", "nul", "01", "[+1]", "1.", "-",
        "[1}", "// x\n1", "\u{0}",
    ])
    func invalidJSONIsRefused(value: String) {
        #expect(throws: Failure.fieldNotJSON("a")) { try body(["-F", "a:=\(value)"]) }
    }

    @Test(arguments: [
        (["a[b]=1", "a[c][d]=2"], #"{"a":{"b":"1","c":{"d":"2"}}}"#),
        (["a[]=1", "a[]=2"], #"{"a":["1","2"]}"#), (["a[]"], #"{"a":[]}"#), (["a[b][]"], #"{"a":{"b":[]}}"#),
        (["a[]", "a[]=1"], #"{"a":["1"]}"#),
        (["labels[][name]=x"], #"{"labels":[{"name":"x"}]}"#),
        (
            ["l[][name]=x", "l[][color]=y", "l[][name]=z", "l[][color]=w"],
            #"{"l":[{"name":"x","color":"y"},{"name":"z","color":"w"}]}"#
        ),
        // gh api sends the first two lines as three fields.
        (
            ["to[][emailAddress][address]=a", "to[][emailAddress][name]=A", "to[][emailAddress][address]=b"],
            #"{"to":[{"emailAddress":{"address":"a","name":"A"}},{"emailAddress":{"address":"b"}}]}"#
        ),
        (["l[][tags][]=1", "l[][tags][]=2", "l[][n]=3", "l[][n]=4"], #"{"l":[{"tags":["1","2"],"n":"3"},{"n":"4"}]}"#),
        (["l[]=1", "l[]=2", "m=3"], #"{"l":["1","2"],"m":"3"}"#),
    ])
    func bracketsMakeObjectsAndArrays(fields: [String], json: String) throws {
        #expect(try body(fields.flatMap { ["-f", $0] }) == json)
    }

    /// Elements of an array keep the order of the command line across both options.
    @Test func arrayMixesBothOptions() throws {
        let fields = [
            "-F", "l[][n]=1", "-f", "l[][s]=1", "-F", "l[][n]=2", "-f", "l[][s]=2", "-f", "t[]=a", "-F", "t[]=1",
        ]
        #expect(try body(fields) == #"{"l":[{"n":1,"s":"1"},{"n":2,"s":"2"}],"t":["a",1]}"#)
    }

    @Test(arguments: [
        (["a"], Failure.fieldWithoutValue("a")), (["a[b]"], .fieldWithoutValue("a[b]")),
        (["=1"], .invalidFieldName("")), (["[a]=1"], .invalidFieldName("[a]")),
        (["[]=1"], .invalidFieldName("[]")), (["a[=1"], .invalidFieldName("a[")), (["a]=1"], .invalidFieldName("a]")),
        (["a[b=1"], .invalidFieldName("a[b")),
        (["a[b]c=1"], .invalidFieldName("a[b]c")), (["a[[b]]=1"], .invalidFieldName("a[[b]]")),
        (["a[][]=1"], .invalidFieldName("a[][]")),
        (["a=1", "a=2"], .repeatedField("a")), (["a[b]=1", "a[b]=2"], .repeatedField("a[b]")),
        (["a=1", "a[b]=2"], .conflictingField("a[b]")),
        (["a[b]=1", "a=2"], .repeatedField("a")), (["a[b]=1", "a[]=2"], .conflictingField("a[]")),
        (["a[]=1", "a[b]=2"], .conflictingField("a[b]")),
        (["a[]=1", "a[]"], .repeatedField("a[]")), (["a=1", "a[]=2"], .conflictingField("a[]")),
        (["a[]=1", "a=2"], .repeatedField("a")),
        (["a[]=1", "a[][b]=2"], .conflictingField("a[][b]")),
    ])
    func impossibleNamesAreRefused(fields: [String], error: Failure) {
        #expect(throws: error) { try body(fields.flatMap { ["-f", $0] }) }
    }

    @Test func fileIsText() throws {
        let tree = FileManager.default.temporaryDirectory.appending(path: "acct-field-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: tree) }
        try Data("1.10\n".utf8).write(to: tree)
        #expect(try body(["-F", "a=@\(tree.path)"]) == #"{"a":"1.10\n"}"#)
        try Data([0xFF]).write(to: tree)
        #expect(throws: Failure.fieldNotText("a", file: tree.path)) { try body(["-F", "a=@\(tree.path)"]) }
        let missing = UnreadableFile(path: "/nonexistent", code: ENOENT)
        #expect(throws: Failure.unreadableField("a", missing)) { try body(["-F", "a=@/nonexistent"]) }
    }

    @Test(arguments: [
        (["-F", "a=@-"], 1), (["-F", "a=@-", "-F", "b[]=@-"], 2), (["-f", "a=@-"], 0), (["-F", "a=x=@-"], 0),
        (["-F", "a:=@-"], 0), (["-F", "a=@-x"], 0),
    ])
    func fieldsThatReadStdinAreCounted(arguments: [String], count: Int) throws {
        #expect(try FieldOptions.parse(arguments).stdinReaders == count)
    }

    @Test(arguments: SeededGenerator.seeds)
    func anyTextIsSentUnchanged(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<100 {
            let text = generator.text(upTo: 20).replacing("\u{FEFF}", with: "")
            let data = try FieldOptions.parse(["-f", "a=\(text)"]).body()
            let object = try #require(try JSONSerialization.jsonObject(with: data) as? [String: String])
            #expect(object["a"].map { Array($0.utf8) } == Array(text.utf8))
            _ = try? body(["-F", text, "-f", generator.text(upTo: 9), "-F", "a[\(generator.text(upTo: 3))]=1"])
        }
    }
}
