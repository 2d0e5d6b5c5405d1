import HTTPTransport
import MicrosoftGraph

/// The file that the server names (`--remote-name`), in the working directory.
struct ServerFileName {
    /// Whether a file of that name is replaced.
    let replaces: Bool

    /// - Throws: `Failure` when the server names none, and for a name that no file can have; `OutputFileError.nameInUse`,
    ///   also at the end of the download for a file that has appeared meanwhile.
    func file(for response: HTTPStreamedResponse, to request: GraphRequest) throws -> OutputFile {
        guard let name = Self.name(in: response, to: request) else { throw Failure.noServerFileName }
        return try OutputFile(name, replaces: replaces)
    }

    /// The name in the response, or the end of a drive item's path in the request, as `/me/drive/root:/a.txt:/content`.
    static func name(in response: HTTPStreamedResponse, to request: GraphRequest) -> String? {
        let header = response.headers["Content-Disposition"].flatMap(ContentDisposition.fileName)
        return (header ?? itemName(in: request.path)).flatMap(safe)
    }

    /// A path stands between two colons: behind `root:` or `ID:`, and with one at its own end.
    private static func itemName(in path: String) -> String? {
        let ends = ResourcePath(path).segments.filter { $0.utf8.last == UInt8(ascii: ":") }
        return ends.count < 2 ? nil : ends.last.map { String($0.unicodeScalars.dropLast()) }
    }

    /// The name with `_` for what no terminal should show and for a leading dot, which would hide the file or make it
    /// another program's setting; nil for a name that no file can have.
    static func safe(_ name: String) -> String? {
        var scalars = String.UnicodeScalarView()
        // Trimmed first: a dot behind white space would lead the name otherwise.
        for scalar in name.trimmingASCIIWhitespace().unicodeScalars {
            let isUnsafe = scalar.isUnsafeForTerminal || scalar == "\n" || scalar == "\t" || scalar == "/"
            scalars.append(isUnsafe || (scalars.isEmpty && scalar == ".") ? "_" : scalar)
        }
        let text = String(scalars)
        return (1...255).contains(text.utf8.count) ? text : nil
    }
}
