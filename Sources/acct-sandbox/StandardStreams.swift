#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Unbuffered writes, so that whoever started the program sees its first line at once.
enum StandardStreams {
    static func out(_ text: String) {
        put(text, on: STDOUT_FILENO)
    }

    static func err(_ text: String) {
        put(text, on: STDERR_FILENO)
    }

    private static func put(_ text: String, on descriptor: Int32) {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }
}
