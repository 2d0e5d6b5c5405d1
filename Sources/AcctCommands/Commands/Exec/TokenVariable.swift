import ArgumentParser
import HTTPTransport

/// The value of `--token-env`: the name of a variable, and the resource of the token in it.
struct TokenVariable: ExpressibleByArgument, Equatable {
    let name: String
    /// Nil for the profile's own scopes.
    let resource: String?

    /// `NAME` or `NAME=RESOURCE`; nil where the name is none that shells accept.
    init?(argument: String) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        guard let first = parts[0].utf8.first, first == underscore || first.isASCIIAlphanumeric && !first.isASCIIDigit,
            parts[0].utf8.allSatisfy({ $0 == underscore || $0.isASCIIAlphanumeric }),
            parts.count == 1 || !parts[1].isEmpty
        else { return nil }
        name = parts[0]
        resource = parts.count == 2 ? parts[1] : nil
    }
}

private let underscore = UInt8(ascii: "_")
