import ArgumentParser
import AuthCore

/// Where accounts in a file are from, when their host is no Microsoft cloud.
struct ElsewhereOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "An Entra-shaped authority, such as https://login.example.com/TENANT.", valueName: "url"))
    var authority: String?

    @Option(help: ArgumentHelp("An OpenID Connect issuer, by its issuer URL.", valueName: "url"))
    var issuer: String?

    @Option(
        help: ArgumentHelp(
            "The Graph endpoint of the accounts. Else the one of their cloud.", valueName: "url"))
    var graph: String?

    func validate() throws {
        if authority != nil, issuer != nil { throw ValidationError("Give only one of --authority and --issuer.") }
    }

    func named() throws(AuthError) -> Authority? {
        if let issuer { return try Authority(kind: .oidc, url: issuer) }
        guard let authority else { return nil }
        return try Authority(url: authority)
    }

    func graphEndpoint() throws -> String? {
        try graph.map(AuthorityOptions.endpoint)
    }
}
