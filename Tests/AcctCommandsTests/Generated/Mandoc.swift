import Foundation

/// The checker of manual pages.
enum Mandoc {
    private static let program = "/usr/bin/mandoc"

    static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

    static func pages() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: Tree.top.appending(path: "man").path()).sorted()
    }

    /// The messages of mandoc about a page, including those on style, but without those on references: mandoc looks
    /// them up among the pages of this machine.
    static func lint(_ page: String) throws -> String {
        try run(["-T", "lint", "-W", "style", page]).split(separator: "\n")
            .filter { !$0.contains("referenced manual not found") && !$0.contains("outdated mandoc.db") }
            .joined(separator: "\n")
    }

    static func run(_ arguments: [String]) throws -> String {
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = arguments
        process.currentDirectoryURL = Tree.top.appending(path: "man")
        let output = Pipe()
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(decoding: said, as: UTF8.self)
    }
}
