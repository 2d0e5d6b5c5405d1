import NIOHTTP1

/// A refusal of the identity platform: the OAuth code apps act on, and the AADSTS number people search for.
struct EntraError: Error {
    let error: String
    let code: Int
    let message: String
    var suberror: String?
    var status: HTTPResponseStatus = .badRequest

    init(_ error: String, _ code: Int, _ message: String, suberror: String? = nil) {
        self.error = error
        self.code = code
        self.message = message
        self.suberror = suberror
    }

    /// `AADSTS70011: …`, the form that stands in redirects and on pages.
    var description: String { "AADSTS\(code): \(message)" }
}
