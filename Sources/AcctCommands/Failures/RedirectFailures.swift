import AuthCore

extension RedirectURIProblem {
    var sentence: String {
        switch self {
        case .notAURI: "give an absolute URI, such as http://localhost:8400/callback."
        case .fragment: "it must not have a fragment (#)."
        case .notThisMachine: "with http it must begin with http://localhost, http://127.0.0.1 or http://[::1]."
        case .port: "its port must be from 0 to 65535, where 0 means any free one."
        }
    }
}

extension Failure {
    /// The same failure with what to register, where the redirect URI may be the cause: the server named it, or showed its
    /// refusal in the browser alone, as RFC 6749 section 4.1.2.1 demands.
    func namingRedirectURI(_ uri: RedirectURI, of kind: Authority.Kind, after error: any Error) -> Failure {
        let isRefused: Bool
        switch error as? AuthError {
        case .redirect(.timedOut): isRefused = false
        case .refused(let error) where error.rejectsRedirectURI: isRefused = true
        default: return self
        }
        var failure = self
        failure.mayHideRefusal = !isRefused
        let registration = uri.registration(with: kind)
        failure.remarks.append(Remark(isRefused ? registration : "If the browser showed an error: \(registration)"))
        if !isRefused, kind.hasGraph {
            failure.remarks.append(
                Remark(
                    "If it said that an administrator has to approve the app, send one the page of:",
                    command: "acct consent --admin --print --tenant TENANT"))
        }
        return failure
    }
}

extension RedirectURI {
    /// A sentence on what the app registration has to list, in the terms of the server.
    fileprivate func registration(with kind: Authority.Kind) -> String {
        switch kind {
        case .entra, .ciam, .b2c:
            "the app registration must list the redirect URI \(text) under \"Mobile and desktop applications\""
                + (isLoopback && !hasFixedPort ? ", without a port." : ".")
        case .adfs, .oidc:
            "the server must have registered the redirect URI \(text) for this client"
                + (hasFixedPort
                    ? ", exactly so."
                    : ", and accept it with any port. If it compares the port or wants a path, register a URI such as "
                        + "http://127.0.0.1:8400/callback, and name it with --redirect-uri.")
        }
    }
}
