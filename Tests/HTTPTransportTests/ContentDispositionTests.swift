import HostileInput
import Testing

@testable import HTTPTransport

@Suite struct ContentDispositionTests {
    @Test(arguments: [
        (#"attachment; filename="report.pdf""#, "report.pdf"), ("attachment; filename=report.pdf", "report.pdf"),
        (#"attachment;filename="a \"b\".txt"; size=3"#, #"a "b".txt"#), ("inline; FileName = x ; y=z", "x"),
        ("attachment; filename=\"e.txt\"; filename*=UTF-8''%e2%82%ac.txt", "€.txt"),
        ("attachment; filename*=ISO-8859-1''%a3.txt; filename=\"pound.txt\"", "pound.txt"),
        (#"attachment; filename="../../etc/passwd""#, "passwd"), (#"attachment; filename="C:\\temp\\x.doc""#, "x.doc"),
        ("attachment; filename=\"a/\u{301}b\"", "\u{301}b"), (#"attachment; filename="open"#, "open"),
        (#"attachment; x="filename=no"; filename=yes"#, "yes"),
    ])
    func theNameIsRead(header: String, name: String) {
        #expect(ContentDisposition.fileName(in: header) == name)
    }

    @Test(arguments: [
        "", "attachment", "inline; filename", "attachment; filename=", #"attachment; filename="""#, ";;;=",
        "; filename=/",
    ])
    func aHeaderMayHaveNoName(header: String) {
        #expect(ContentDisposition.fileName(in: header) == nil)
    }

    @Test(arguments: SeededGenerator.seeds)
    func aNameNeverHasAPath(seed: UInt64) {
        var generator = SeededGenerator(seed: seed)
        let alphabet = Array(#"filename*=";'%2f/\u\. UTF-8"#)
        for _ in 0..<500 {
            let text = String((0..<20).compactMap { _ in alphabet.randomElement(using: &generator) })
            for header in ["attachment; filename=" + text, "a; filename*=UTF-8''" + text, text] {
                let name = ContentDisposition.fileName(in: header)
                #expect(name?.utf8.contains(UInt8(ascii: "/")) != true, "\(header)")
            }
        }
    }
}
