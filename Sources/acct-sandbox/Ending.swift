import Dispatch

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#endif

/// Waits for whatever ends the program: an interrupt, a request to terminate, or the end of stdin.
struct Ending {
    private let events: AsyncStream<Void>
    private let sources: [any DispatchSourceSignal]

    /// Watches from now on: a signal that comes before `wait` is not lost.
    init(watchesStdin: Bool) {
        let (events, continuation) = AsyncStream.makeStream(of: Void.self)
        self.events = events
        sources = [SIGINT, SIGTERM].map { number in
            // The default action would end the program before the source hears of the signal.
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
            source.setEventHandler { continuation.yield() }
            source.resume()
            return source
        }
        if watchesStdin {
            DispatchQueue(label: "stdin").async {
                while readLine(strippingNewline: false) != nil {}
                continuation.yield()
            }
        }
    }

    func wait() async {
        for await _ in events { break }
        sources.forEach { $0.cancel() }
    }
}
