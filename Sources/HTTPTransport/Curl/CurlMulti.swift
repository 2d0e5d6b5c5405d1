import CCurl

/// Owns libcurl's multi handle: the transfers in flight and the pool of open connections.
///
/// Unchecked Sendable: libcurl allows ``wake()`` from any thread. All other functions, and deallocation, belong to the
/// transfer thread.
final class CurlMulti: @unchecked Sendable {
    private let handle: UnsafeMutableRawPointer

    init() throws(HTTPError) {
        try Self.loadLibrary()
        guard let handle = ccurl_multi_init() else { throw .libraryFailed(reason: "out of memory") }
        self.handle = handle
        // libcurl's default, four for each transfer in flight, closes most connections between two bursts.
        _ = ccurl_multi_set_long(handle, CURLMOPT_MAXCONNECTS, 64)
    }

    /// Opens the system's libcurl, the first time that it is called.
    static func loadLibrary() throws(HTTPError) {
        guard let reason = ccurl_load() else { return }
        throw .libraryMissing(reason: String(cString: reason))
    }

    deinit {
        _ = ccurl_multi_cleanup(handle)
    }

    /// Ends the wait in ``poll(milliseconds:)``, or the next such wait.
    func wake() {
        _ = ccurl_multi_wakeup(handle)
    }

    func add(_ easy: CurlEasy) throws(HTTPError) {
        guard ccurl_multi_add(handle, easy.handle) == CURLM_OK else { throw .libraryFailed(reason: "out of memory") }
    }

    func remove(_ easy: CurlEasy) {
        _ = ccurl_multi_remove(handle, easy.handle)
    }

    /// Transfers whatever can be transferred without waiting.
    func perform() -> Bool {
        var running: Int32 = 0
        return ccurl_multi_perform(handle, &running) == CURLM_OK
    }

    /// Waits for a socket, a timer of libcurl, a ``wake()`` or the time to pass.
    func poll(milliseconds: Int32) -> Bool {
        ccurl_multi_poll(handle, milliseconds) == CURLM_OK
    }

    /// The handle and the result of a transfer that has ended; each is returned once.
    func nextFinished() -> (easy: UnsafeMutableRawPointer, code: CURLcode)? {
        var easy: UnsafeMutableRawPointer?
        var code = CURLE_OK
        guard ccurl_multi_next_finished(handle, &easy, &code), let easy else { return nil }
        return (easy, code)
    }
}
