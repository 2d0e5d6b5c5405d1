import CCurl

/// Owns the multi handle: the transfers in flight and the pool of open connections.
///
/// Sendable unchecked, since libcurl allows one of its functions from any thread: ``wake()``. Everything else, and the
/// end of the object, belongs to the loop's thread.
final class CurlMulti: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    init() throws(HTTPError) {
        try CurlLibrary.load()
        guard let handle = ccurl_multi_init() else { throw .libraryMissing(reason: "out of memory") }
        self.handle = handle
        // libcurl's own measure, four for each transfer in flight, closes most connections between two bursts.
        _ = ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, 64)
    }

    deinit {
        _ = ccurl_multi_cleanup(handle)
    }

    /// Ends the wait in ``poll(milliseconds:)``, or the next one if nobody waits.
    func wake() {
        _ = ccurl_multi_wakeup(handle)
    }

    func add(_ easy: CurlEasy) throws(HTTPError) {
        guard ccurl_multi_add(handle, easy.handle) == CURLM_OK else { throw .libraryMissing(reason: "out of memory") }
    }

    func remove(_ easy: CurlEasy) {
        _ = ccurl_multi_remove(handle, easy.handle)
    }

    /// Does whatever can be done without waiting.
    func perform() -> Bool {
        var running: Int32 = 0
        return ccurl_multi_perform(handle, &running) == CURLM_OK
    }

    /// Waits for a socket, one of libcurl's own timers, a ``wake()`` or the time to pass.
    func poll(milliseconds: Int32) -> Bool {
        ccurl_multi_poll(handle, milliseconds) == CURLM_OK
    }

    /// The handle and the result of a transfer that has ended, each once.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var easy: UnsafeMutableRawPointer?
        var code = CURLE_OK
        guard ccurl_multi_next_finished(handle, &easy, &code), let easy else { return nil }
        return (easy, code)
    }
}
