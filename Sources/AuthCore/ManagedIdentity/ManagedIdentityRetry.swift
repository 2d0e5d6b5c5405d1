import HTTPTransport

/// Whether a machine's identity service is asked again, and when. Pure: it does not wait.
///
/// Documented: 404 while an identity is being set up, 410 while the service is updated, which takes up to 70 seconds, 429
/// and 5xx like everywhere.
struct ManagedIdentityRetry {
    private static let updatePause = Duration.seconds(10)
    private static let updateAttempts = 7
    private static let pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
    /// Longer than this nobody waits for a token: the caller is told instead.
    private static let longest = Duration.seconds(60)

    /// - Parameter attempts: how many were made, this one included.
    /// - Returns: nil when it was the last.
    static func pause(after status: Int, attempts: Int, requested: Duration?) -> Duration? {
        switch status {
        case 410: return attempts <= updateAttempts ? updatePause : nil
        case 404, 408, 429, 500...:
            guard attempts <= pauses.count else { return nil }
            let pause = max(pauses[attempts - 1], requested ?? .zero)
            return pause <= longest ? pause : nil
        default: return nil
        }
    }
}
