import Foundation

/// A browser that only writes down where it was sent, so that the test can go there itself.
struct RecordedBrowser {
    let command: String
    private let page: String

    init(in workspace: Workspace) throws {
        page = "\(workspace.folder)/page-\(UUID().uuidString)"
        command = try workspace.shellCommand(
            "browser-\(UUID().uuidString)", "printf %s \"$1\" > '\(page).new'\nmv '\(page).new' '\(page)'")
    }

    /// The authorization request, once the browser is opened.
    func address(openedBy child: Child) async throws -> AuthorizationRequest {
        try await eventually("\(child.command) opens the browser") {
            if let url = FileManager.default.contents(atPath: page) {
                return AuthorizationRequest(url: String(decoding: url, as: UTF8.self))
            }
            if let code = child.exitCode { throw SystemError("it ended with \(code): \(child.error)") }
            return nil
        }
    }

    struct AuthorizationRequest {
        let url: String

        var redirectURI: String {
            URLComponents(string: url)?.queryItems?.first { $0.name == "redirect_uri" }?.value ?? ""
        }
    }
}
