import ArgumentParser

@main
struct AcctSandbox: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "acct-sandbox",
        abstract: "The Microsoft identity platform and Microsoft Graph, emulated on this machine.",
        discussion: """
            Without a command it serves, with the options of serve.

              acct-sandbox --port 8080
              acct add alice --browser "acct-sandbox browse --as alice@contoso.example" …
            """,
        subcommands: [Serve.self, Browse.self],
        defaultSubcommand: Serve.self)
}
