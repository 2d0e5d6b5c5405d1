import Foundation
import HTTPTransport

/// Where a body goes.
enum BodyRoute {
    case nowhere
    /// To a program, as it arrives.
    case passedOn
    /// To a person, once it is whole: indented and coloured.
    case shown
    /// Through a jq program, once it is whole.
    case filtered(JQProgram)
    case file(OutputFile)
    /// To stderr, because stdout is for what a filter gives.
    case error

    /// Whether all of the body is needed before anything can be done with it.
    var needsAll: Bool {
        switch self {
        case .nowhere, .passedOn, .file: false
        case .shown, .filtered, .error: true
        }
    }

    /// Whether a body that begins so is nothing to show: it neither says that it is text, nor looks like it.
    static func isBinary(_ start: Data, _ headers: HTTPHeaders) -> Bool {
        let type = headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("text/") || type.contains("json") || type.contains("xml") { return false }
        let sample = start.prefix(4096)
        if sample.contains(0) { return true }
        // The sample may end within a character.
        return !(0...3).contains { String(validating: sample.dropLast($0), as: UTF8.self) != nil }
    }
}
