import ArgumentParser
import AuthCore
import FoundationEssentials
import Glibc
import HTTPTransport

/// Values of options whose errors say what is valid. argument-parser appends the text of a `ValidationError` to the name
/// and the value of the option.
extension FixedWidthInteger {
    /// - Parameter name: such as "number of seconds", after "a".
    init(option text: String, _ name: String, from least: Self = 0) throws {
        guard let value = Self(text), value >= least else {
            let limit = Self.bitWidth < 64 ? " to \(Self.max)" : ""
            throw ValidationError("give a \(name), from \(least)\(limit).")
        }
        self = value
    }
}

extension [String] {
    /// The options that have a value, as words of a command line.
    init(options: KeyValuePairs<String, String?>) {
        self = options.flatMap { name, value in value.map { [name, $0] } ?? [] }
    }
}

/// A length of time as the value of an option: `0`, `90` or `90s`, `2m`, `1h`, `30d`.
struct TimeSpan: Equatable {
    let seconds: Int

    var duration: Duration { .seconds(seconds) }

    /// Nil for anything else, and for more than 99,999,999 of a unit.
    init?(_ text: String) {
        let number = text.prefix { $0.isASCII && $0.isNumber }
        guard (1...8).contains(number.count), let count = Int(number) else { return nil }
        switch text.dropFirst(number.count) {
        case "", "s": seconds = count
        case "m": seconds = count * 60
        case "h": seconds = count * 3600
        case "d": seconds = count * 86400
        default: return nil
        }
    }

    init(option text: String) throws {
        guard let value = Self(text) else { throw ValidationError("give a time such as 90s, 30m, 8h or 30d.") }
        self = value
    }
}

extension CalendarDay {
    init(option text: String) throws {
        guard let value = Self(text) else { throw ValidationError("give a day such as 2027-01-31.") }
        self = value
    }
}

extension ManagedIdentityID {
    init(option text: String) throws {
        guard let value = Self(text) else {
            throw ValidationError(
                "give a client id, \"object:\" and an object id, or a resource id that begins with /subscriptions/.")
        }
        self = value
    }
}

extension RedirectURI {
    init(option text: String) throws {
        do { try self.init(text) } catch { throw ValidationError(error.sentence) }
    }

    /// - Throws: `Failure`, for the value in a file.
    init(inFile text: String) throws {
        do { try self.init(text) } catch {
            throw Failure(.usage, "\"\(text)\" is not a redirect URI: \(error.sentence)")
        }
    }
}

extension TLSClientCertificate {
    /// - Throws: `UnreadableFile`; `Failure` for a file that cannot be used.
    init(option path: String, at now: Date) throws {
        guard access(path, R_OK) == 0 else { throw UnreadableFile(path: path, code: errno) }
        self.init(path: path.asAbsolutePath)
        do throws(HTTPError) { try check(at: now) } catch { throw Failure(error) }
    }
}
