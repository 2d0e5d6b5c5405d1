import ArgumentParser
import Foundation
import HTTPTransport
import MicrosoftGraph

/// What is sent: method, headers and body.
struct RequestOptions: ParsableArguments {
    @Option(name: [.customShort("X"), .long], help: "The method. Else GET, or POST with --input.")
    var method: String?

    @Option(name: [.customShort("H"), .long], help: "A header, as “Name: value”; repeat it for more.")
    var header: [String] = []

    @Option(
        help: ArgumentHelp(
            "A file with the body, or - for stdin. JSON unless a Content-Type header says otherwise.",
            valueName: "file"),
        completion: .file())
    var input: String?

    /// What the options ask for.
    func request(for path: String) throws -> GraphRequest {
        var headers = HTTPHeaders()
        for line in header {
            guard let colon = line.firstIndex(of: ":"), colon != line.startIndex else {
                throw Failure(.usage, "“\(line)” is not a header: write it as “Name: value”.")
            }
            let value = line[line.index(after: colon)...].drop { $0 == " " }
            headers.add(String(line[..<colon]), String(value))
        }
        let body = try input.map(body(from:))
        if body != nil, !headers.contains("Content-Type") { headers["Content-Type"] = "application/json" }
        return GraphRequest(
            method: method ?? (body == nil ? "GET" : "POST"), path: path, headers: headers, body: body)
    }

    private func body(from input: String) throws -> HTTPBody {
        if input == "-" { return .bytes(FileHandle.standardInput.readDataToEndOfFile()) }
        guard FileManager.default.isReadableFile(atPath: input) else {
            throw Failure(.usage, "Cannot read \(input). Give a file with the body, or - for stdin.")
        }
        return .file(path: input)
    }
}
